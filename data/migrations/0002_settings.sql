-- What each server has set, as JSON by name; what is not here has its default.
CREATE TABLE settings (
    guild BIGINT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, name)
);

-- Every change of a setting; NULL stands for the default. actor is a Discord id.
CREATE TABLE settings_log (
    id     INTEGER PRIMARY KEY,
    guild  BIGINT NOT NULL,
    name   TEXT NOT NULL,
    before TEXT,
    after  TEXT,
    actor  BIGINT NOT NULL,
    at     DOUBLE PRECISION NOT NULL
);
CREATE INDEX settings_log_of_guild ON settings_log (guild, id);
