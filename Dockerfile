# The bot as an image. docs/operate.md says how to run it; compose.yaml has a PostgreSQL server beside it.

FROM python:3.13-slim-trixie AS build
# The packages lie apart from this Python's own, and without pip: nothing is installed where the bot runs.
COPY requirements.txt constraints.txt /tmp/
RUN python -m venv --without-pip /opt/card-tables \
    && python -m pip --python /opt/card-tables install --no-cache-dir --disable-pip-version-check \
       --only-binary=:all: -r /tmp/requirements.txt
# .dockerignore lets only what the bot needs come here.
COPY . /srv/card-tables
RUN rm /srv/card-tables/requirements.txt /srv/card-tables/constraints.txt \
    && python -m compileall -q --invalidation-mode unchecked-hash /srv/card-tables


FROM python:3.13-slim-trixie AS bot
RUN groupadd --gid 10001 tables \
    && useradd --uid 10001 --gid tables --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tables \
    && install -d -o tables -g tables -m 0700 /data
COPY --from=build /opt/card-tables /opt/card-tables
COPY --from=build /srv/card-tables /srv/card-tables
ENV PATH=/opt/card-tables/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    MPLCONFIGDIR=/tmp/matplotlib \
    DATABASE_PATH=/data/bot.sqlite3 \
    HEALTH_PORT=9310
WORKDIR /srv/card-tables
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=10s --start-period=2m --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; bot = http.client.HTTPConnection('127.0.0.1', int(os.environ['HEALTH_PORT']), timeout=5); bot.request('GET', '/healthz'); sys.exit(bot.getresponse().status != 200)"]
CMD ["python", "bot.py"]


# The bot with pg_dump and its like, which only backups need; of the same version as the server in compose.yaml.
FROM bot AS backup
USER 0
# Debian keeps one version of each package, so a version written here would soon be gone.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
USER 10001:10001
HEALTHCHECK NONE
CMD ["python", "-m", "data.backup", "/backups"]


# What is built when nobody names a target.
FROM bot
