PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
PRAGMA application_id=1413631059;
PRAGMA user_version=42;
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta VALUES('shards','1');
INSERT INTO meta VALUES('transactions','243');
INSERT INTO meta VALUES('command numbers:1456074443980800000:everywhere','{"blackjack": 1456074443980800080, "pokdeng": 1456074443980800081, "pontoon": 1456074443980800082, "fivehundred": 1456074443980800083, "rules": 1456074443980800084, "fair": 1456074443980800085, "help": 1456074443980800086, "play": 1456074443980800087, "table": 1456074443980800088, "settings": 1456074443980800089, "top": 1456074443980800090, "balance": 1456074443980800091, "daily": 1456074443980800092, "chips": 1456074443980800093, "tournament": 1456074443980800094, "achievements": 1456074443980800095, "language": 1456074443980800096, "bank": 1456074443980800097, "mydata": 1456074443980800098}');
INSERT INTO meta VALUES('commands:1456074443980800000:everywhere','250be5cee993a5fca91f94fea7773f5d449f2ebf3cbae6047d5a453a52654047');
INSERT INTO meta VALUES('defaults of shard 0 of 1','{"at": 1767225600.0, "defaults": {"starting_chips": 1000, "daily_chips": 200, "streak_bonus": 10, "streak_days": 7, "relief": true, "relief_chips": 0, "relief_hours": 12, "transfers": "on", "transfer_tax": 10, "transfer_cap": 500, "transfer_received": 1000, "transfer_rounds": 20, "transfer_account_days": 30, "newcomer_losses": 500, "games_off": [], "language": "", "channels": [], "tournaments": true, "openers": "everyone", "opener_role": 0, "adults_only": false, "pace": "normal", "mentions": true, "opening_calls": true, "untouched_days": 14, "tables_per_channel": 5, "tables_per_person": 3, "house_players": "no_antes", "house_player_adders": "host", "house_winnings": 500, "house_level": "usual", "house_conventions": true, "house_memory": "nothing", "daily_deal": true, "daily_channel": 0, "week_channel": 0, "substitutes": true, "hints": "free", "evening_channel": 0, "evening_day": 4, "evening_time": "20:00", "evening_zone": "UTC", "evening_hours": 3, "evening_games_off": [], "manager_role": 0, "log_channel": 0, "blackjack.limits": [1, 1000000], "blackjack.decks": 8, "blackjack.seats": 7, "blackjack.blackjack_pays": "3:2", "blackjack.dealer_hits_soft_17": false, "blackjack.surrender_vs_ten": false, "blackjack.double_after_split": false, "pok_deng.limits": [1, 1000000], "pok_deng.decks": 8, "pok_deng.cut_card_depth": 52, "pok_deng.pair_minimum": null, "pok_deng.pair_maximum": null, "pontoon.limits": [1, 1000000], "pontoon.shoot": false, "pontoon.split_aces_only": false, "pontoon.stick_minimum": 15, "pontoon.kitty_min": null, "pontoon.kitty_max": null, "pontoon.sale_limit": 5, "pontoon.two_packs": true, "pontoon.shuffle_every_deal": false, "five_hundred.players": 4, "five_hundred.target": 500, "five_hundred.ante": 0, "five_hundred.highest_ante": 1000, "five_hundred.allow_misere": true, "five_hundred.misere_needs_seven": true, "five_hundred.allow_open_misere": true, "five_hundred.allow_blind_misere": true, "five_hundred.sans_kitty": true, "five_hundred.joker_lead_last_trick_only": false, "five_hundred.raise_own_bid_after_passes": true, "five_hundred.no_trick_points_at": null, "five_hundred.single_round_bidding": false, "five_hundred.must_win_contract": true, "five_hundred.slam_bonus": true, "five_hundred.five_partner": "card", "five_hundred.five_full_value": false, "five_hundred.six_teams": "teams"}}');
CREATE TABLE accounts (
    id    INTEGER PRIMARY KEY,
    guild BIGINT NOT NULL,
    kind  TEXT NOT NULL CHECK (kind IN ('member', 'house', 'table')),
    owner BIGINT NOT NULL,
    chips BIGINT NOT NULL CHECK (chips = CAST(chips AS BIGINT)),
    UNIQUE (guild, kind, owner),
    CHECK (kind = 'house' OR chips >= 0),
    CHECK (kind <> 'house' OR owner = 0)
);
INSERT INTO accounts VALUES(1,1456074443980800099,'house',0,-10400);
INSERT INTO accounts VALUES(2,1456074443980800099,'member',1456074443980800103,1200);
INSERT INTO accounts VALUES(3,1456074443980800099,'member',1456090147622748160,1200);
INSERT INTO accounts VALUES(4,1456074443980800099,'member',-1000000000000600,2000);
INSERT INTO accounts VALUES(5,1456074443980800099,'member',-1000000000000601,2000);
INSERT INTO accounts VALUES(6,1456074443980800099,'member',-1000000000000602,2000);
INSERT INTO accounts VALUES(7,1456074443980800099,'member',-1000000000000603,2000);
CREATE TABLE tables (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    guild     BIGINT NOT NULL,
    channel   BIGINT NOT NULL,
    message   BIGINT,
    posted_at DOUBLE PRECISION,
    game      TEXT NOT NULL,
    host      BIGINT NOT NULL,
    options   TEXT NOT NULL,
    minimum   BIGINT NOT NULL,
    maximum   BIGINT NOT NULL,
    pace      TEXT NOT NULL,
    lobby     TEXT NOT NULL,
    round     BIGINT NOT NULL DEFAULT 0,
    version   BIGINT NOT NULL DEFAULT 0,
    deadline  DOUBLE PRECISION,
    opened_at DOUBLE PRECISION NOT NULL,
    closed_at DOUBLE PRECISION
, mention BIGINT, house TEXT NOT NULL DEFAULT '{}', withheld BIGINT NOT NULL DEFAULT 0);
INSERT INTO tables VALUES(1,1456074443980800099,1456074443980800102,NULL,NULL,'five_hundred',1456074443980800103,'{"players": 4, "target": 500, "allow_misere": true, "misere_needs_seven": true, "allow_open_misere": true, "allow_blind_misere": true, "sans_kitty": true, "joker_lead_last_trick_only": false, "raise_own_bid_after_passes": true, "no_trick_points_at": null, "single_round_bidding": false, "must_win_contract": true, "slam_bonus": true, "five_partner": "card", "five_full_value": false, "six_teams": "teams", "ante": 0, "highest_ante": 1000}',0,0,'normal','{"seats":[1456074443980800103,-1000000000000100,-1000000000000101,-1000000000000102],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":1,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{"random":false,"started":true,"players":[1456074443980800103,-1000000000000100,-1000000000000101,-1000000000000102],"deal":1,"dealing":false,"dealer":1,"points":[30,180],"winners":[],"makers":[3],"last":{"contractor":3,"partner":null,"bid":"7D","made":true,"tricks":[2,1,1,6],"gained":[30,180],"played_for":[],"claimer":null},"earlier":[],"best":{"person":-1000000000000102,"bid":"7D","points":180,"deal":1},"abandoned":true,"ending":"","stayed":[],"paused":false,"rests":false,"back":[],"proposal":null,"waits":[],"gone":[],"removed":[],"counted":1767225629.040001,"touched":1767225628.040001,"windows":0,"plays_forced":[],"face_down":[],"raises":[],"plays_last":[],"invited":[],"replaced":[],"substitutes":false,"played_for":[],"ante":0,"runs_by_itself":false}}',1,52,1767226229.0400009155,1767225601.5400009155,1767225629.0400009155,NULL,'{"practice":true,"substitutes":false,"private":true,"remembers":false,"language":"","level":"strong","conventions":true,"daily":20454,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":0}',0);
INSERT INTO tables VALUES(2,1456074443980800099,1456074443980800102,NULL,NULL,'five_hundred',1456074443980800103,'{"players": 4, "target": 500, "allow_misere": true, "misere_needs_seven": true, "allow_open_misere": true, "allow_blind_misere": true, "sans_kitty": true, "joker_lead_last_trick_only": false, "raise_own_bid_after_passes": true, "no_trick_points_at": null, "single_round_bidding": false, "must_win_contract": true, "slam_bonus": true, "five_partner": "card", "five_full_value": false, "six_teams": "teams", "ante": 0, "highest_ante": 1000}',0,0,'normal','{"seats":[1456074443980800103,-1000000000000200,-1000000000000201,-1000000000000202],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":1,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{"random":false,"started":true,"players":[1456074443980800103,-1000000000000200,-1000000000000201,-1000000000000202],"deal":1,"dealing":false,"dealer":1,"points":[30,180],"winners":[],"makers":[3],"last":{"contractor":3,"partner":null,"bid":"7D","made":true,"tricks":[2,1,1,6],"gained":[30,180],"played_for":[],"claimer":null},"earlier":[],"best":{"person":-1000000000000202,"bid":"7D","points":180,"deal":1},"abandoned":true,"ending":"","stayed":[],"paused":false,"rests":false,"back":[],"proposal":null,"waits":[],"gone":[],"removed":[],"counted":1767225656.540001,"touched":1767225655.540001,"windows":0,"plays_forced":[],"face_down":[],"raises":[],"plays_last":[],"invited":[],"replaced":[],"substitutes":false,"played_for":[],"ante":0,"runs_by_itself":false}}',1,52,1767226256.5400009155,1767225629.0400009155,1767225656.5400009155,NULL,'{"practice":true,"substitutes":false,"private":true,"remembers":false,"language":"","level":"strong","conventions":true,"daily":20454,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":0}',0);
INSERT INTO tables VALUES(3,1456074443980800099,1456074443980800102,NULL,NULL,'five_hundred',1456074443980800103,'{"players": 4, "target": 500, "allow_misere": true, "misere_needs_seven": true, "allow_open_misere": true, "allow_blind_misere": true, "sans_kitty": true, "joker_lead_last_trick_only": false, "raise_own_bid_after_passes": true, "no_trick_points_at": null, "single_round_bidding": false, "must_win_contract": true, "slam_bonus": true, "five_partner": "card", "five_full_value": false, "six_teams": "teams", "ante": 0, "highest_ante": 1000}',0,0,'normal','{"seats":[1456074443980800103,-1000000000000300,-1000000000000301,-1000000000000302],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":1,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{"random":false,"started":true,"players":[1456074443980800103,-1000000000000300,-1000000000000301,-1000000000000302],"deal":1,"dealing":false,"dealer":1,"points":[30,180],"winners":[],"makers":[3],"last":{"contractor":3,"partner":null,"bid":"7D","made":true,"tricks":[2,1,1,6],"gained":[30,180],"played_for":[],"claimer":null},"earlier":[],"best":{"person":-1000000000000302,"bid":"7D","points":180,"deal":1},"abandoned":true,"ending":"","stayed":[],"paused":false,"rests":false,"back":[],"proposal":null,"waits":[],"gone":[],"removed":[],"counted":1767225684.040001,"touched":1767225683.040001,"windows":0,"plays_forced":[],"face_down":[],"raises":[],"plays_last":[],"invited":[],"replaced":[],"substitutes":false,"played_for":[],"ante":0,"runs_by_itself":false}}',1,52,1767226284.0400009155,1767225656.5400009155,1767225684.0400009155,NULL,'{"practice":true,"substitutes":false,"private":true,"remembers":false,"language":"","level":"strong","conventions":true,"daily":20454,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":0}',0);
INSERT INTO tables VALUES(4,1456074443980800099,1456074443980800102,1456134846152704000,1767240001.0000019073,'blackjack',1456074443980800001,'{"decks": 8, "seats": 7, "surrender_vs_ten": false, "double_after_split": false, "dealer_hits_soft_17": false, "blackjack_pays": "3:2"}',10,500,'normal','{"seats":[null,null,null,null,null,null,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":0,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,0,NULL,1767240001.0,NULL,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":1767240000}',0);
INSERT INTO tables VALUES(5,1456074443980800099,1456074443980800102,1456134846320476160,1767240001.0400021076,'pok_deng',1456074443980800001,'{"decks": 8, "cut_card_depth": 52, "pair_minimum": null, "pair_maximum": null}',10,500,'normal','{"seats":[],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":0,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,0,NULL,1767240001.0,NULL,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":1767240000}',0);
INSERT INTO tables VALUES(6,1456074443980800099,1456074443980800102,1456134846488248320,1767240001.0800020694,'pontoon',1456074443980800001,'{"shoot": false, "split_aces_only": false, "stick_minimum": 15, "kitty_min": null, "kitty_max": null, "two_packs": true, "shuffle_every_deal": false, "sale_limit": 5}',10,100,'normal','{"seats":[-1000000000000600,-1000000000000601,-1000000000000602,-1000000000000603,null,null,null,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":0,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,1,1767261601.0,1767240001.0,NULL,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":1767240000}',0);
INSERT INTO tables VALUES(7,1456074443980800099,1456074443980800102,1456134846656020480,1767240001.1200020313,'five_hundred',1456074443980800001,'{"players": 4, "target": 500, "allow_misere": true, "misere_needs_seven": true, "allow_open_misere": true, "allow_blind_misere": true, "sans_kitty": true, "joker_lead_last_trick_only": false, "raise_own_bid_after_passes": true, "no_trick_points_at": null, "single_round_bidding": false, "must_win_contract": true, "slam_bonus": false, "five_partner": "card", "five_full_value": false, "six_teams": "teams", "ante": 0, "highest_ante": 1000}',0,0,'normal','{"seats":[-1000000000000700,-1000000000000701,-1000000000000702,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":0,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{"random":false,"started":false,"players":[],"deal":0,"dealing":false,"dealer":0,"points":[],"winners":[],"makers":[],"last":null,"earlier":[],"best":null,"abandoned":false,"ending":"","stayed":[],"paused":false,"rests":false,"back":[],"proposal":null,"waits":[],"gone":[],"removed":[],"counted":1767240001.0,"touched":1767240001.0,"windows":0,"plays_forced":[],"face_down":[],"raises":[],"plays_last":[],"invited":[],"replaced":[],"substitutes":false,"played_for":[],"ante":0,"runs_by_itself":false}}',0,1,1767261601.0,1767240001.0,NULL,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":0,"title":"","stack":0,"secret":"","deals":0,"evening":1767240000}',0);
INSERT INTO tables VALUES(8,1456074443980800099,1456142655946752000,1456142655946752006,1767241863.0000019073,'blackjack',0,'{"decks": 8, "seats": 7, "surrender_vs_ten": false, "double_after_split": false, "dealer_hits_soft_17": false, "blackjack_pays": "3:2"}',10,500,'relaxed','{"seats":[1456090147622748162,1456090147622748166,1456074443980800103,1456090147622748164,null,null,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":2,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,4,1767241953.0,1767241863.0,1767241923.0,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":1,"title":"Spring Cup · round 1 · table 1","stack":1000,"secret":"6771f580d98ab60c0dbca9590305b7478c501634c3012b8c4e17c11488b9e5e9","deals":2,"evening":0}',0);
INSERT INTO tables VALUES(9,1456074443980800099,1456142655946752003,1456142656114524160,1767241863.0400021075,'blackjack',0,'{"decks": 8, "seats": 7, "surrender_vs_ten": false, "double_after_split": false, "dealer_hits_soft_17": false, "blackjack_pays": "3:2"}',10,500,'relaxed','{"seats":[1456090147622748161,1456090147622748165,1456090147622748163,1456090147622748160,null,null,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":2,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,4,1767241953.0,1767241863.0,1767241923.0,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":1,"title":"Spring Cup · round 1 · table 2","stack":1000,"secret":"6771f580d98ab60c0dbca9590305b7478c501634c3012b8c4e17c11488b9e5e9","deals":2,"evening":0}',0);
INSERT INTO tables VALUES(10,1456074443980800099,1456142907604992002,1456142907940536320,1767241923.0800020694,'blackjack',0,'{"decks": 8, "seats": 7, "surrender_vs_ten": false, "double_after_split": false, "dealer_hits_soft_17": false, "blackjack_pays": "3:2"}',10,500,'relaxed','{"seats":[1456090147622748165,1456090147622748161,1456090147622748166,1456090147622748162,null,null,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":0,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,1,1767241953.0,1767241923.0,NULL,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":1,"title":"Spring Cup · round 2 · table 1","stack":1000,"secret":"8867a9e1023d8399642c7ee14799913743fac6647d3e7f7a3ac0cbfb7de7a989","deals":2,"evening":0}',1);
INSERT INTO tables VALUES(11,1456074443980800099,1456142907604992005,1456142908108308480,1767241923.1200020313,'blackjack',0,'{"decks": 8, "seats": 7, "surrender_vs_ten": false, "double_after_split": false, "dealer_hits_soft_17": false, "blackjack_pays": "3:2"}',10,500,'relaxed','{"seats":[1456090147622748163,1456090147622748160,1456090147622748164,1456074443980800103,null,null,null],"bets":[],"last":[],"ready":[],"waited_for":[],"missed":[],"late":[],"leaving":[],"dropped":[],"heirs":[],"counted":0,"closing":false,"closed_by":"","instead_of":0,"nets":[],"standings":[],"back":[],"streaks":[],"carry":{}}',0,1,1767241953.0,1767241923.0,NULL,NULL,'{"practice":false,"substitutes":true,"private":false,"remembers":false,"language":"","level":"usual","conventions":true,"daily":0,"tournament":1,"title":"Spring Cup · round 2 · table 2","stack":1000,"secret":"8867a9e1023d8399642c7ee14799913743fac6647d3e7f7a3ac0cbfb7de7a989","deals":2,"evening":0}',1);
CREATE TABLE rounds (
    table_id   BIGINT NOT NULL REFERENCES tables (id),
    round      BIGINT NOT NULL CHECK (round >= 1),
    rules      BIGINT NOT NULL,
    setup      TEXT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    ended_at   DOUBLE PRECISION,
    void       SMALLINT NOT NULL DEFAULT 0 CHECK (void IN (0, 1)), shuffle BIGINT REFERENCES shuffles (id), dealt TEXT, moves_kept SMALLINT NOT NULL DEFAULT 1 CHECK (moves_kept IN (0, 1)),
    PRIMARY KEY (table_id, round),
    CHECK (void = 0 OR ended_at IS NOT NULL)
);
INSERT INTO rounds VALUES(1,1,2,'{"people":[1456074443980800103,-1000000000000100,-1000000000000101,-1000000000000102],"body":{"deal":1,"dealer":0,"looked":[0,1,2,3],"keeping":[0]},"sat_out":[]}',1767225601.5400009155,1767225629.0400009155,0,1,'[{"pack":"500x4","cards":"6C QC 4D 7D 9D JD 4H 10H 5S 7S 9C 10C KC AC 6D 7H 9H QH JS KS 5D KD 6H 8H KH 6S 8S 9S 10S JOKER 5C 7C JC 8D 10D QD AD 5H JH AH 8C QS AS","dealer":0}]',1);
INSERT INTO rounds VALUES(2,1,2,'{"people":[1456074443980800103,-1000000000000200,-1000000000000201,-1000000000000202],"body":{"deal":1,"dealer":0,"looked":[0,1,2,3],"keeping":[0]},"sat_out":[]}',1767225629.0400009155,1767225656.5400009155,0,3,'[{"pack":"500x4","cards":"6C QC 4D 7D 9D JD 4H 10H 5S 7S 9C 10C KC AC 6D 7H 9H QH JS KS 5D KD 6H 8H KH 6S 8S 9S 10S JOKER 5C 7C JC 8D 10D QD AD 5H JH AH 8C QS AS","dealer":0}]',1);
INSERT INTO rounds VALUES(3,1,2,'{"people":[1456074443980800103,-1000000000000300,-1000000000000301,-1000000000000302],"body":{"deal":1,"dealer":0,"looked":[0,1,2,3],"keeping":[0]},"sat_out":[]}',1767225656.5400009155,1767225684.0400009155,0,5,'[{"pack":"500x4","cards":"6C QC 4D 7D 9D JD 4H 10H 5S 7S 9C 10C KC AC 6D 7H 9H QH JS KS 5D KD 6H 8H KH 6S 8S 9S 10S JOKER 5C 7C JC 8D 10D QD AD 5H JH AH 8C QS AS","dealer":0}]',1);
CREATE TABLE moves (
    table_id BIGINT NOT NULL,
    version  BIGINT NOT NULL,
    n        BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    action   TEXT NOT NULL,
    clock    SMALLINT NOT NULL CHECK (clock IN (0, 1)),
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, round, version, n),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round)
);
INSERT INTO moves VALUES(1,3,0,1,1,'bid 6C',1,1767225602.0400009155);
INSERT INTO moves VALUES(1,4,0,1,2,'bid 6N',1,1767225602.5400009155);
INSERT INTO moves VALUES(1,5,0,1,3,'bid 7D',1,1767225603.0400009154);
INSERT INTO moves VALUES(1,6,0,1,0,'pass',0,1767225604.0400009155);
INSERT INTO moves VALUES(1,7,0,1,1,'pass',1,1767225604.5400009155);
INSERT INTO moves VALUES(1,8,0,1,2,'pass',1,1767225605.0400009155);
INSERT INTO moves VALUES(1,9,0,1,3,'pass',1,1767225605.5400009155);
INSERT INTO moves VALUES(1,10,0,1,3,'put 5C 5H QS',1,1767225606.0400009155);
INSERT INTO moves VALUES(1,11,0,1,3,'play QD',1,1767225606.5400009155);
INSERT INTO moves VALUES(1,12,0,1,0,'play JD',0,1767225606.5400009155);
INSERT INTO moves VALUES(1,13,0,1,1,'play 6D',1,1767225607.0400009155);
INSERT INTO moves VALUES(1,14,0,1,2,'play JOKER',1,1767225607.5400009154);
INSERT INTO moves VALUES(1,15,0,1,2,'play 6H',1,1767225608.5400009154);
INSERT INTO moves VALUES(1,16,0,1,3,'play AH',1,1767225609.0400009155);
INSERT INTO moves VALUES(1,17,0,1,0,'play 10H',0,1767225609.5400009155);
INSERT INTO moves VALUES(1,18,0,1,1,'play QH',1,1767225610.0400009154);
INSERT INTO moves VALUES(1,19,0,1,3,'play 8C',1,1767225611.0400009154);
INSERT INTO moves VALUES(1,20,0,1,0,'play QC',0,1767225612.0400009155);
INSERT INTO moves VALUES(1,21,0,1,1,'play 9C',1,1767225612.5400009155);
INSERT INTO moves VALUES(1,22,0,1,2,'play 10S',1,1767225613.0400009155);
INSERT INTO moves VALUES(1,23,0,1,0,'play 9D',0,1767225614.0400009155);
INSERT INTO moves VALUES(1,24,0,1,1,'play 7H',1,1767225614.5400009154);
INSERT INTO moves VALUES(1,25,0,1,2,'play KD',1,1767225615.0400009155);
INSERT INTO moves VALUES(1,26,0,1,3,'play AD',1,1767225615.5400009155);
INSERT INTO moves VALUES(1,27,0,1,3,'play JC',1,1767225616.5400009155);
INSERT INTO moves VALUES(1,28,0,1,0,'play 6C',0,1767225616.5400009155);
INSERT INTO moves VALUES(1,29,0,1,1,'play KC',1,1767225617.0400009154);
INSERT INTO moves VALUES(1,30,0,1,2,'play 6S',1,1767225617.5400009155);
INSERT INTO moves VALUES(1,31,0,1,1,'play JS',1,1767225618.5400009155);
INSERT INTO moves VALUES(1,32,0,1,2,'play 8S',1,1767225619.0400009155);
INSERT INTO moves VALUES(1,33,0,1,3,'play AS',1,1767225619.5400009155);
INSERT INTO moves VALUES(1,34,0,1,0,'play 7S',0,1767225619.5400009155);
INSERT INTO moves VALUES(1,35,0,1,3,'play 7C',1,1767225620.5400009155);
INSERT INTO moves VALUES(1,36,0,1,0,'play 7D',0,1767225621.5400009154);
INSERT INTO moves VALUES(1,37,0,1,1,'play 10C',1,1767225622.0400009155);
INSERT INTO moves VALUES(1,38,0,1,2,'play 8H',1,1767225622.5400009154);
INSERT INTO moves VALUES(1,39,0,1,0,'play 4D',0,1767225623.5400009155);
INSERT INTO moves VALUES(1,40,0,1,1,'play KS',1,1767225624.0400009154);
INSERT INTO moves VALUES(1,41,0,1,2,'play 5D',1,1767225624.5400009155);
INSERT INTO moves VALUES(1,42,0,1,3,'play JH',1,1767225625.0400009154);
INSERT INTO moves VALUES(1,43,0,1,3,'play 8D',1,1767225626.0400009155);
INSERT INTO moves VALUES(1,44,0,1,0,'play 4H',0,1767225626.0400009155);
INSERT INTO moves VALUES(1,45,0,1,1,'play 9H',1,1767225626.5400009155);
INSERT INTO moves VALUES(1,46,0,1,2,'play 9S',1,1767225627.0400009155);
INSERT INTO moves VALUES(1,47,0,1,3,'play 10D',1,1767225628.0400009155);
INSERT INTO moves VALUES(1,48,0,1,0,'play 5S',0,1767225628.0400009155);
INSERT INTO moves VALUES(1,49,0,1,1,'play AC',1,1767225628.5400009155);
INSERT INTO moves VALUES(1,50,0,1,2,'play KH',1,1767225629.0400009155);
INSERT INTO moves VALUES(2,3,0,1,1,'bid 6C',1,1767225629.5400009155);
INSERT INTO moves VALUES(2,4,0,1,2,'bid 6N',1,1767225630.0400009155);
INSERT INTO moves VALUES(2,5,0,1,3,'bid 7D',1,1767225630.5400009155);
INSERT INTO moves VALUES(2,6,0,1,0,'pass',0,1767225631.5400009155);
INSERT INTO moves VALUES(2,7,0,1,1,'pass',1,1767225632.0400009155);
INSERT INTO moves VALUES(2,8,0,1,2,'pass',1,1767225632.5400009155);
INSERT INTO moves VALUES(2,9,0,1,3,'pass',1,1767225633.0400009155);
INSERT INTO moves VALUES(2,10,0,1,3,'put 5C 5H QS',1,1767225633.5400009156);
INSERT INTO moves VALUES(2,11,0,1,3,'play QD',1,1767225634.0400009155);
INSERT INTO moves VALUES(2,12,0,1,0,'play JD',0,1767225634.0400009155);
INSERT INTO moves VALUES(2,13,0,1,1,'play 6D',1,1767225634.5400009155);
INSERT INTO moves VALUES(2,14,0,1,2,'play JOKER',1,1767225635.0400009155);
INSERT INTO moves VALUES(2,15,0,1,2,'play 6H',1,1767225636.0400009155);
INSERT INTO moves VALUES(2,16,0,1,3,'play AH',1,1767225636.5400009154);
INSERT INTO moves VALUES(2,17,0,1,0,'play 10H',0,1767225637.0400009155);
INSERT INTO moves VALUES(2,18,0,1,1,'play QH',1,1767225637.5400009155);
INSERT INTO moves VALUES(2,19,0,1,3,'play 8C',1,1767225638.5400009155);
INSERT INTO moves VALUES(2,20,0,1,0,'play QC',0,1767225639.5400009155);
INSERT INTO moves VALUES(2,21,0,1,1,'play 9C',1,1767225640.0400009155);
INSERT INTO moves VALUES(2,22,0,1,2,'play 10S',1,1767225640.5400009155);
INSERT INTO moves VALUES(2,23,0,1,0,'play 9D',0,1767225641.5400009154);
INSERT INTO moves VALUES(2,24,0,1,1,'play 7H',1,1767225642.0400009155);
INSERT INTO moves VALUES(2,25,0,1,2,'play KD',1,1767225642.5400009155);
INSERT INTO moves VALUES(2,26,0,1,3,'play AD',1,1767225643.0400009155);
INSERT INTO moves VALUES(2,27,0,1,3,'play JC',1,1767225644.0400009154);
INSERT INTO moves VALUES(2,28,0,1,0,'play 6C',0,1767225644.0400009154);
INSERT INTO moves VALUES(2,29,0,1,1,'play KC',1,1767225644.5400009155);
INSERT INTO moves VALUES(2,30,0,1,2,'play 6S',1,1767225645.0400009154);
INSERT INTO moves VALUES(2,31,0,1,1,'play JS',1,1767225646.0400009155);
INSERT INTO moves VALUES(2,32,0,1,2,'play 8S',1,1767225646.5400009155);
INSERT INTO moves VALUES(2,33,0,1,3,'play AS',1,1767225647.0400009155);
INSERT INTO moves VALUES(2,34,0,1,0,'play 7S',0,1767225647.0400009155);
INSERT INTO moves VALUES(2,35,0,1,3,'play 7C',1,1767225648.0400009155);
INSERT INTO moves VALUES(2,36,0,1,0,'play 7D',0,1767225649.0400009155);
INSERT INTO moves VALUES(2,37,0,1,1,'play 10C',1,1767225649.5400009155);
INSERT INTO moves VALUES(2,38,0,1,2,'play 8H',1,1767225650.0400009155);
INSERT INTO moves VALUES(2,39,0,1,0,'play 4D',0,1767225651.0400009154);
INSERT INTO moves VALUES(2,40,0,1,1,'play KS',1,1767225651.5400009155);
INSERT INTO moves VALUES(2,41,0,1,2,'play 5D',1,1767225652.0400009154);
INSERT INTO moves VALUES(2,42,0,1,3,'play JH',1,1767225652.5400009155);
INSERT INTO moves VALUES(2,43,0,1,3,'play 8D',1,1767225653.5400009155);
INSERT INTO moves VALUES(2,44,0,1,0,'play 4H',0,1767225653.5400009155);
INSERT INTO moves VALUES(2,45,0,1,1,'play 9H',1,1767225654.0400009155);
INSERT INTO moves VALUES(2,46,0,1,2,'play 9S',1,1767225654.5400009154);
INSERT INTO moves VALUES(2,47,0,1,3,'play 10D',1,1767225655.5400009154);
INSERT INTO moves VALUES(2,48,0,1,0,'play 5S',0,1767225655.5400009154);
INSERT INTO moves VALUES(2,49,0,1,1,'play AC',1,1767225656.0400009155);
INSERT INTO moves VALUES(2,50,0,1,2,'play KH',1,1767225656.5400009155);
INSERT INTO moves VALUES(3,3,0,1,1,'bid 6C',1,1767225657.0400009155);
INSERT INTO moves VALUES(3,4,0,1,2,'bid 6N',1,1767225657.5400009155);
INSERT INTO moves VALUES(3,5,0,1,3,'bid 7D',1,1767225658.0400009154);
INSERT INTO moves VALUES(3,6,0,1,0,'pass',0,1767225659.0400009154);
INSERT INTO moves VALUES(3,7,0,1,1,'pass',1,1767225659.5400009155);
INSERT INTO moves VALUES(3,8,0,1,2,'pass',1,1767225660.0400009155);
INSERT INTO moves VALUES(3,9,0,1,3,'pass',1,1767225660.5400009155);
INSERT INTO moves VALUES(3,10,0,1,3,'put 5C 5H QS',1,1767225661.0400009155);
INSERT INTO moves VALUES(3,11,0,1,3,'play QD',1,1767225661.5400009154);
INSERT INTO moves VALUES(3,12,0,1,0,'play JD',0,1767225661.5400009154);
INSERT INTO moves VALUES(3,13,0,1,1,'play 6D',1,1767225662.0400009155);
INSERT INTO moves VALUES(3,14,0,1,2,'play JOKER',1,1767225662.5400009155);
INSERT INTO moves VALUES(3,15,0,1,2,'play 6H',1,1767225663.5400009155);
INSERT INTO moves VALUES(3,16,0,1,3,'play AH',1,1767225664.0400009155);
INSERT INTO moves VALUES(3,17,0,1,0,'play 10H',0,1767225664.5400009155);
INSERT INTO moves VALUES(3,18,0,1,1,'play QH',1,1767225665.0400009155);
INSERT INTO moves VALUES(3,19,0,1,3,'play 8C',1,1767225666.0400009154);
INSERT INTO moves VALUES(3,20,0,1,0,'play QC',0,1767225667.0400009154);
INSERT INTO moves VALUES(3,21,0,1,1,'play 9C',1,1767225667.5400009155);
INSERT INTO moves VALUES(3,22,0,1,2,'play 10S',1,1767225668.0400009155);
INSERT INTO moves VALUES(3,23,0,1,0,'play 9D',0,1767225669.0400009155);
INSERT INTO moves VALUES(3,24,0,1,1,'play 7H',1,1767225669.5400009154);
INSERT INTO moves VALUES(3,25,0,1,2,'play KD',1,1767225670.0400009155);
INSERT INTO moves VALUES(3,26,0,1,3,'play AD',1,1767225670.5400009155);
INSERT INTO moves VALUES(3,27,0,1,3,'play JC',1,1767225671.5400009155);
INSERT INTO moves VALUES(3,28,0,1,0,'play 6C',0,1767225671.5400009155);
INSERT INTO moves VALUES(3,29,0,1,1,'play KC',1,1767225672.0400009154);
INSERT INTO moves VALUES(3,30,0,1,2,'play 6S',1,1767225672.5400009155);
INSERT INTO moves VALUES(3,31,0,1,1,'play JS',1,1767225673.5400009155);
INSERT INTO moves VALUES(3,32,0,1,2,'play 8S',1,1767225674.0400009155);
INSERT INTO moves VALUES(3,33,0,1,3,'play AS',1,1767225674.5400009155);
INSERT INTO moves VALUES(3,34,0,1,0,'play 7S',0,1767225674.5400009155);
INSERT INTO moves VALUES(3,35,0,1,3,'play 7C',1,1767225675.5400009154);
INSERT INTO moves VALUES(3,36,0,1,0,'play 7D',0,1767225676.5400009155);
INSERT INTO moves VALUES(3,37,0,1,1,'play 10C',1,1767225677.0400009155);
INSERT INTO moves VALUES(3,38,0,1,2,'play 8H',1,1767225677.5400009155);
INSERT INTO moves VALUES(3,39,0,1,0,'play 4D',0,1767225678.5400009155);
INSERT INTO moves VALUES(3,40,0,1,1,'play KS',1,1767225679.0400009155);
INSERT INTO moves VALUES(3,41,0,1,2,'play 5D',1,1767225679.5400009155);
INSERT INTO moves VALUES(3,42,0,1,3,'play JH',1,1767225680.0400009154);
INSERT INTO moves VALUES(3,43,0,1,3,'play 8D',1,1767225681.0400009154);
INSERT INTO moves VALUES(3,44,0,1,0,'play 4H',0,1767225681.0400009154);
INSERT INTO moves VALUES(3,45,0,1,1,'play 9H',1,1767225681.5400009155);
INSERT INTO moves VALUES(3,46,0,1,2,'play 9S',1,1767225682.0400009155);
INSERT INTO moves VALUES(3,47,0,1,3,'play 10D',1,1767225683.0400009155);
INSERT INTO moves VALUES(3,48,0,1,0,'play 5S',0,1767225683.0400009155);
INSERT INTO moves VALUES(3,49,0,1,1,'play AC',1,1767225683.5400009154);
INSERT INTO moves VALUES(3,50,0,1,2,'play KH',1,1767225684.0400009155);
CREATE TABLE shuffles (
    id          INTEGER PRIMARY KEY,
    table_id    BIGINT NOT NULL REFERENCES tables (id),
    seed        BLOB NOT NULL,
    commitment  TEXT NOT NULL,
    salt        TEXT,
    created_at  DOUBLE PRECISION NOT NULL,
    revealed_at DOUBLE PRECISION
);
INSERT INTO shuffles VALUES(1,1,X'0000000000000000000000000000000000000000000000000000000000000001','ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5','daily deal 20454',1767225601.5400009155,1767225629.0400009155);
INSERT INTO shuffles VALUES(2,1,X'0000000000000000000000000000000000000000000000000000000000000003','d9147961436944f43cd99d28b2bbddbf452ef872b30c8279e255e7daafc7f946',NULL,1767225629.0400009155,1767225629.0400009155);
INSERT INTO shuffles VALUES(3,2,X'0000000000000000000000000000000000000000000000000000000000000001','ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5','daily deal 20454',1767225629.0400009155,1767225656.5400009155);
INSERT INTO shuffles VALUES(4,2,X'0000000000000000000000000000000000000000000000000000000000000005','96de8fc8c256fa1e1556d41af431cace7dca68707c78dd88c3acab8b17164c47',NULL,1767225656.5400009155,1767225656.5400009155);
INSERT INTO shuffles VALUES(5,3,X'0000000000000000000000000000000000000000000000000000000000000001','ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5','daily deal 20454',1767225656.5400009155,1767225684.0400009155);
INSERT INTO shuffles VALUES(6,3,X'0000000000000000000000000000000000000000000000000000000000000007','48428bdb7ddd829410d6bbb924fdeb3a3d7e88c2577bffae073b990c6f061d08',NULL,1767225684.0400009155,1767225684.0400009155);
INSERT INTO shuffles VALUES(7,4,X'0000000000000000000000000000000000000000000000000000000000000009','887bf140ce0b6a497ed8db5c7498a45454f0b2bd644b0313f7a82acc084d0027',NULL,1767240001.0,NULL);
INSERT INTO shuffles VALUES(8,5,X'000000000000000000000000000000000000000000000000000000000000000a','81b04ae4944e1704a65bc3a57b6fc3b06a6b923e3c558d611f6a854b5539ec13',NULL,1767240001.0,NULL);
INSERT INTO shuffles VALUES(9,6,X'000000000000000000000000000000000000000000000000000000000000000b','c09322c415a5ac9ffb1a6cde7e927f480cc1d8afaf22b39a47797966c08e9c4b',NULL,1767240001.0,NULL);
INSERT INTO shuffles VALUES(10,7,X'000000000000000000000000000000000000000000000000000000000000000c','a82872b96246dac512ddf0515f5da862a92ecebebcb92537b6e3e73199694c45',NULL,1767240001.0,NULL);
INSERT INTO shuffles VALUES(11,8,X'f9ef5ff470d7cff5e349f5a6fa585c20c804ac3b976d730465528935e41ecd12','09764b864bd607b88b40e3241e37d672f202713f00cfea90856f0385f9e4cce9','tournament 1',1767241863.0,1767241923.0);
INSERT INTO shuffles VALUES(12,9,X'f9ef5ff470d7cff5e349f5a6fa585c20c804ac3b976d730465528935e41ecd12','09764b864bd607b88b40e3241e37d672f202713f00cfea90856f0385f9e4cce9','tournament 1',1767241863.0,1767241923.0);
INSERT INTO shuffles VALUES(13,10,X'ca4f74c5d7e06bc2bef8c792349db81920ad4d40320550116f59ae18bb3c2338','d19d94170374cad4abfd4c490377f58d39c5f36345c90bcb6589f63039ccd0f9','tournament 1',1767241923.0,NULL);
INSERT INTO shuffles VALUES(14,11,X'ca4f74c5d7e06bc2bef8c792349db81920ad4d40320550116f59ae18bb3c2338','d19d94170374cad4abfd4c490377f58d39c5f36345c90bcb6589f63039ccd0f9','tournament 1',1767241923.0,NULL);
CREATE TABLE ledger (
    id          INTEGER PRIMARY KEY,
    guild       BIGINT NOT NULL,
    key         TEXT NOT NULL UNIQUE,
    payer       BIGINT NOT NULL REFERENCES accounts (id),
    payee       BIGINT NOT NULL REFERENCES accounts (id),
    amount      BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000 AND amount = CAST(amount AS BIGINT)),
    why         TEXT NOT NULL CHECK (why <> ''),
    table_id    BIGINT REFERENCES tables (id),
    round       BIGINT,
    actor       BIGINT,
    at          DOUBLE PRECISION NOT NULL,
    payer_after BIGINT NOT NULL,
    payee_after BIGINT NOT NULL, reason TEXT CHECK (reason <> ''),
    CHECK (payer <> payee),
    CHECK (round IS NULL OR table_id IS NOT NULL)
);
INSERT INTO ledger VALUES(1,1456074443980800099,'start:1456074443980800099:1456074443980800103',1,2,1000,'starting chips',NULL,NULL,1456074443980800103,1767225601.5400009155,-1000,1000,NULL);
INSERT INTO ledger VALUES(2,1456074443980800099,'daily:1456074443980800099:1456074443980800103:2026-01-01',1,2,200,'daily chips',NULL,NULL,1456074443980800103,1767225601.5400009155,-1200,1200,NULL);
INSERT INTO ledger VALUES(3,1456074443980800099,'start:1456074443980800099:1456090147622748160',1,3,1000,'starting chips',NULL,NULL,1456090147622748160,1767229344.0400009155,-2200,1000,NULL);
INSERT INTO ledger VALUES(4,1456074443980800099,'daily:1456074443980800099:1456090147622748160:2026-01-01',1,3,200,'daily chips',NULL,NULL,1456090147622748160,1767229344.0400009155,-2400,1200,NULL);
INSERT INTO ledger VALUES(5,1456074443980800099,'table:6:0:0',1,4,2000,'house purse',6,NULL,1456074443980800001,1767240001.0,-4400,2000,NULL);
INSERT INTO ledger VALUES(6,1456074443980800099,'table:6:0:1',1,5,2000,'house purse',6,NULL,1456074443980800001,1767240001.0,-6400,2000,NULL);
INSERT INTO ledger VALUES(7,1456074443980800099,'table:6:0:2',1,6,2000,'house purse',6,NULL,1456074443980800001,1767240001.0,-8400,2000,NULL);
INSERT INTO ledger VALUES(8,1456074443980800099,'table:6:0:3',1,7,2000,'house purse',6,NULL,1456074443980800001,1767240001.0,-10400,2000,NULL);
CREATE TABLE settings (
    guild BIGINT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, name)
);
INSERT INTO settings VALUES(1456074443980800099,'transfers','"taxed"');
INSERT INTO settings VALUES(1456074443980800099,'transfer_tax','20');
INSERT INTO settings VALUES(1456074443980800099,'transfer_cap','700');
INSERT INTO settings VALUES(1456074443980800099,'transfer_received','1200');
INSERT INTO settings VALUES(1456074443980800099,'transfer_rounds','3');
INSERT INTO settings VALUES(1456074443980800099,'transfer_account_days','5');
INSERT INTO settings VALUES(1456074443980800099,'newcomer_losses','300');
INSERT INTO settings VALUES(1456074443980800099,'house_winnings','400');
INSERT INTO settings VALUES(1456074443980800099,'log_channel','1456074443980800106');
INSERT INTO settings VALUES(1456074443980800099,'daily_channel','1456074443980800102');
INSERT INTO settings VALUES(1456074443980800099,'week_channel','1456074443980800102');
INSERT INTO settings VALUES(1456074443980800099,'five_hundred.slam_bonus','false');
INSERT INTO settings VALUES(1456074443980800099,'evening_channel','1456074443980800102');
INSERT INTO settings VALUES(1456074443980800099,'evening_day','3');
INSERT INTO settings VALUES(1456074443980800099,'evening_time','"05:00"');
INSERT INTO settings VALUES(1456074443980800099,'evening_hours','6');
INSERT INTO settings VALUES(1456074443980800099,'evening_zone','"Europe/Berlin"');
CREATE TABLE settings_log (
    id     INTEGER PRIMARY KEY,
    guild  BIGINT NOT NULL,
    name   TEXT NOT NULL,
    before TEXT,
    after  TEXT,
    actor  BIGINT NOT NULL,
    at     DOUBLE PRECISION NOT NULL
);
INSERT INTO settings_log VALUES(1,1456074443980800099,'transfers',NULL,'"taxed"',0,1767225600.0);
INSERT INTO settings_log VALUES(2,1456074443980800099,'transfer_tax',NULL,'20',0,1767225600.0);
INSERT INTO settings_log VALUES(3,1456074443980800099,'transfer_cap',NULL,'700',0,1767225600.0);
INSERT INTO settings_log VALUES(4,1456074443980800099,'transfer_received',NULL,'1200',0,1767225600.0);
INSERT INTO settings_log VALUES(5,1456074443980800099,'transfer_rounds',NULL,'3',0,1767225600.0);
INSERT INTO settings_log VALUES(6,1456074443980800099,'transfer_account_days',NULL,'5',0,1767225600.0);
INSERT INTO settings_log VALUES(7,1456074443980800099,'newcomer_losses',NULL,'300',0,1767225600.0);
INSERT INTO settings_log VALUES(8,1456074443980800099,'house_winnings',NULL,'400',0,1767225600.0);
INSERT INTO settings_log VALUES(9,1456074443980800099,'log_channel',NULL,'1456074443980800106',0,1767225600.0);
INSERT INTO settings_log VALUES(10,1456074443980800099,'daily_channel',NULL,'1456074443980800102',0,1767225600.0);
INSERT INTO settings_log VALUES(11,1456074443980800099,'week_channel',NULL,'1456074443980800102',0,1767225600.0);
INSERT INTO settings_log VALUES(12,1456074443980800099,'five_hundred.slam_bonus',NULL,'false',0,1767225600.0);
INSERT INTO settings_log VALUES(13,1456074443980800099,'evening_channel',NULL,'1456074443980800102',0,1767229344.0400009155);
INSERT INTO settings_log VALUES(14,1456074443980800099,'evening_day',NULL,'3',0,1767229344.0400009155);
INSERT INTO settings_log VALUES(15,1456074443980800099,'evening_time',NULL,'"05:00"',0,1767229344.0400009155);
INSERT INTO settings_log VALUES(16,1456074443980800099,'evening_hours',NULL,'6',0,1767229344.0400009155);
INSERT INTO settings_log VALUES(17,1456074443980800099,'evening_zone',NULL,'"Europe/Berlin"',0,1767229344.0400009155);
CREATE TABLE results (
    table_id BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    account  BIGINT NOT NULL REFERENCES accounts (id),
    net      BIGINT NOT NULL, from_house BIGINT,
    PRIMARY KEY (table_id, round, account),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round)
);
CREATE TABLE matches (
    table_id   BIGINT NOT NULL PRIMARY KEY REFERENCES tables (id),
    guild      BIGINT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    ended_at   DOUBLE PRECISION,
    outcome    TEXT CHECK (outcome IN ('won', 'abandoned')), ending TEXT CHECK (ending IN ('default', 'agreed', 'left', 'void', 'idle')), ended_by BIGINT, reason TEXT CHECK (reason <> ''), rated BIGINT CHECK (rated >= 1), unrated TEXT CHECK (unrated IN ('house', 'passed', 'left', 'often')),
    CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
INSERT INTO matches VALUES(1,1456074443980800099,1767225601.5400009155,1767225629.0400009155,'abandoned',NULL,NULL,NULL,NULL,NULL);
INSERT INTO matches VALUES(2,1456074443980800099,1767225629.0400009155,1767225656.5400009155,'abandoned',NULL,NULL,NULL,NULL,NULL);
INSERT INTO matches VALUES(3,1456074443980800099,1767225656.5400009155,1767225684.0400009155,'abandoned',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE match_players (
    table_id BIGINT NOT NULL REFERENCES matches (table_id),
    seat     BIGINT NOT NULL,
    since    BIGINT NOT NULL CHECK (since >= 1),
    person   BIGINT NOT NULL,
    won      SMALLINT CHECK (won IN (0, 1)), side BIGINT CHECK (side >= 0), place BIGINT CHECK (place >= 1),
    PRIMARY KEY (table_id, seat, since)
);
INSERT INTO match_players VALUES(1,0,1,1456074443980800103,NULL,NULL,NULL);
INSERT INTO match_players VALUES(1,1,1,-1000000000000100,NULL,NULL,NULL);
INSERT INTO match_players VALUES(1,2,1,-1000000000000101,NULL,NULL,NULL);
INSERT INTO match_players VALUES(1,3,1,-1000000000000102,NULL,NULL,NULL);
INSERT INTO match_players VALUES(2,0,1,1456074443980800103,NULL,NULL,NULL);
INSERT INTO match_players VALUES(2,1,1,-1000000000000200,NULL,NULL,NULL);
INSERT INTO match_players VALUES(2,2,1,-1000000000000201,NULL,NULL,NULL);
INSERT INTO match_players VALUES(2,3,1,-1000000000000202,NULL,NULL,NULL);
INSERT INTO match_players VALUES(3,0,1,1456074443980800103,NULL,NULL,NULL);
INSERT INTO match_players VALUES(3,1,1,-1000000000000300,NULL,NULL,NULL);
INSERT INTO match_players VALUES(3,2,1,-1000000000000301,NULL,NULL,NULL);
INSERT INTO match_players VALUES(3,3,1,-1000000000000302,NULL,NULL,NULL);
CREATE TABLE match_deals (
    table_id   BIGINT NOT NULL REFERENCES matches (table_id),
    deal       BIGINT NOT NULL CHECK (deal >= 1),
    round      BIGINT NOT NULL,
    dealer     BIGINT NOT NULL,
    contractor BIGINT,
    partner    BIGINT,
    bid        TEXT,
    made       SMALLINT CHECK (made IN (0, 1)),
    tricks     TEXT NOT NULL,
    points     TEXT NOT NULL,
    record     TEXT NOT NULL,
    ended_at   DOUBLE PRECISION NOT NULL, substitutes TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (table_id, deal),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round),
    UNIQUE (table_id, round),
    CHECK ((bid IS NULL) = (contractor IS NULL)),
    CHECK ((bid IS NULL) = (made IS NULL))
);
INSERT INTO match_deals VALUES(1,1,1,0,0,NULL,'7D',1,'[2, 1, 1, 6]','[30, 180]',replace('rules: 2\ndealer: 2\nhand 0: JD AH 5H 7C 9D 6D AS KS 9S 7S\nhand 1: 10H 8H 7H QC 10C KD 10D 8D QS 8S\nhand 2: JOKER QH 9H 4H AC JC 6C AD 5D 6S\nhand 3: JH KH 6H KC 9C 8C 5C QD 4D 5S\nkitty: 7D 10S JS\nbids: 3 6D, 0 6H, 1 pass, 2 7H, 3 pass, 0 pass, 2 keep\nput aside: 6S 10S JS\ntrick 1: 2 JOKER, 3 6H, 0 5H, 1 7H; won by 2\ntrick 2: 2 AD, 3 4D, 0 9D, 1 8D; won by 2\ntrick 3: 2 AC, 3 8C, 0 7C, 1 10C; won by 2\ntrick 4: 2 6C, 3 KC, 0 AH, 1 QC; won by 0\ntrick 5: 0 AS, 1 8S, 2 5D, 3 5S; won by 0\ntrick 6: 0 KS, 1 QS, 2 7D, 3 KH; won by 3\ntrick 7: 3 9C, 0 JD, 1 10D, 2 JC; won by 0\ntrick 8: 0 6D, 1 KD, 2 9H, 3 QD; won by 2\ntrick 9: 2 4H, 3 JH, 0 7S, 1 8H; won by 3\ntrick 10: 3 5C, 0 9S, 1 10H, 2 QH; won by 2\nresult: 2 made 7H; tricks 3 0 5 2\n','\n',char(10)),1767225629.0400009155,'[]');
INSERT INTO match_deals VALUES(2,1,1,0,0,NULL,'7D',1,'[2, 1, 1, 6]','[30, 180]',replace('rules: 2\ndealer: 1\nhand 0: 8H AC 9C 6C KD 6D AS KS QS 7S\nhand 1: JOKER 6H KC JC 8C 7C QD 10D 9D 7D\nhand 2: KH QH JH 10C 8D 5D 10S 9S 8S 5S\nhand 3: 9H 7H 5H QC 5C AD JD 4D JS 6S\nkitty: 4H 10H AH\nbids: 2 pass, 3 6H, 0 7N, 1 pass, 3 pass, 0 keep\nput aside: 9C 8H 10H\ntrick 1: 0 AS, 1 6H, 2 5S, 3 6S; won by 0\ntrick 2: 0 KS, 1 7C, 2 8S, 3 JS; won by 0\ntrick 3: 0 AH, 1 7D, 2 JH, 3 5H; won by 0\ntrick 4: 0 QS, 1 8C, 2 9S, 3 5C; won by 0\ntrick 5: 0 AC, 1 JC, 2 10C, 3 QC; won by 0\ntrick 6: 0 7S, 1 JOKER, 2 10S, 3 9H; won by 1\ntrick 7: 1 KC, 2 5D, 3 7H, 0 6C; won by 1\ntrick 8: 1 9D, 2 8D, 3 AD, 0 6D; won by 3\ntrick 9: 3 4D, 0 KD, 1 10D, 2 QH; won by 0\ntrick 10: 0 4H, 1 QD, 2 KH, 3 JD; won by 2\nresult: 0 made 7N; tricks 6 2 1 1\n','\n',char(10)),1767225656.5400009155,'[]');
INSERT INTO match_deals VALUES(3,1,1,0,0,NULL,'7D',1,'[2, 1, 1, 6]','[30, 180]',replace('rules: 2\ndealer: 2\nhand 0: AS QS 10S KC 9C 6C KD JD 9D 7D\nhand 1: JC 8S KH JH 6H 5H 4H QC 10C 4D\nhand 2: 9S 5S AH QH 10H 9H 7H 5C 6D 5D\nhand 3: JOKER JS KS 7S 6S 8H AC 8C AD 10D\nkitty: 7C 8D QD\nbids: 3 7S, 0 pass, 1 pass, 2 pass, 3 keep\nput aside: 7C 8C 8H\ntrick 1: 3 JOKER, 0 10S, 1 8S, 2 5S; won by 3\ntrick 2: 3 JS, 0 QS, 1 JC, 2 9S; won by 3\ntrick 3: 3 KS, 0 AS, 1 4H, 2 5C; won by 0\ntrick 4: 0 7D, 1 4D, 2 5D, 3 8D; won by 3\ntrick 5: 3 AC, 0 6C, 1 10C, 2 7H; won by 3\ntrick 6: 3 AD, 0 9D, 1 5H, 2 6D; won by 3\ntrick 7: 3 QD, 0 KD, 1 JH, 2 9H; won by 0\ntrick 8: 0 JD, 1 QC, 2 10H, 3 10D; won by 0\ntrick 9: 0 KC, 1 6H, 2 QH, 3 6S; won by 3\ntrick 10: 3 7S, 0 9C, 1 KH, 2 AH; won by 3\nresult: 3 made 7S; tricks 3 0 0 7\n','\n',char(10)),1767225684.0400009155,'[]');
CREATE TABLE departed (
    guild    BIGINT NOT NULL,
    digest   TEXT NOT NULL,
    left_at  DOUBLE PRECISION NOT NULL,
    returned SMALLINT NOT NULL DEFAULT 0 CHECK (returned IN (0, 1)),
    PRIMARY KEY (guild, digest)
);
CREATE TABLE guilds_left (
    guild    BIGINT NOT NULL PRIMARY KEY,
    left_at  DOUBLE PRECISION NOT NULL,
    deleting SMALLINT NOT NULL DEFAULT 0 CHECK (deleting IN (0, 1))
);
CREATE TABLE audits (
    id     INTEGER PRIMARY KEY,
    guild  BIGINT NOT NULL,
    actor  BIGINT NOT NULL,
    reason TEXT NOT NULL CHECK (reason <> ''),
    at     DOUBLE PRECISION NOT NULL
);
CREATE TABLE resets (
    guild    BIGINT NOT NULL PRIMARY KEY,
    key      TEXT NOT NULL,
    actor    BIGINT NOT NULL,
    reason   TEXT NOT NULL,
    starting BIGINT NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    behind   BIGINT NOT NULL DEFAULT 0,
    changed  BIGINT NOT NULL DEFAULT 0,
    to_house BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE erasures (
    stand_in BIGINT NOT NULL PRIMARY KEY CHECK (stand_in < 0),
    guild    BIGINT NOT NULL,
    person   BIGINT NOT NULL,
    account  BIGINT,
    last     TEXT NOT NULL
);
CREATE TABLE curves (
    account  BIGINT NOT NULL REFERENCES accounts (id),
    last_row BIGINT NOT NULL,
    points   TEXT NOT NULL,
    PRIMARY KEY (account, last_row)
);
CREATE TABLE achievements (
    guild    BIGINT NOT NULL,
    person   BIGINT NOT NULL CHECK (person > 0),
    key      TEXT NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    table_id BIGINT REFERENCES tables (id),
    round    BIGINT,
    seen     SMALLINT NOT NULL DEFAULT 0 CHECK (seen IN (0, 1)),
    PRIMARY KEY (guild, person, key),
    CHECK ((table_id IS NULL) = (round IS NULL))
);
CREATE TABLE seasons (
    id         INTEGER PRIMARY KEY,
    guild      BIGINT NOT NULL,
    name       TEXT CHECK (name <> ''),
    key        TEXT UNIQUE,
    actor      BIGINT,
    started_at DOUBLE PRECISION,
    ended_at   DOUBLE PRECISION,
    CHECK ((name IS NULL) = (started_at IS NULL)),
    CHECK ((name IS NULL) = (key IS NULL)),
    CHECK (name IS NOT NULL OR ended_at IS NOT NULL)
);
CREATE TABLE season_winners (
    season BIGINT NOT NULL REFERENCES seasons (id),
    guild  BIGINT NOT NULL,
    place  BIGINT NOT NULL CHECK (place >= 1),
    person BIGINT NOT NULL,
    chips  BIGINT NOT NULL,
    PRIMARY KEY (season, place)
);
CREATE TABLE ratings (
    guild   BIGINT NOT NULL,
    person  BIGINT NOT NULL,
    mu      DOUBLE PRECISION NOT NULL,
    sigma   DOUBLE PRECISION NOT NULL CHECK (sigma > 0),
    matches BIGINT NOT NULL CHECK (matches >= 1),
    PRIMARY KEY (guild, person)
);
CREATE TABLE openings (
    guild     BIGINT NOT NULL,
    person    BIGINT NOT NULL CHECK (person > 0),
    game      TEXT NOT NULL,
    called_at DOUBLE PRECISION,
    PRIMARY KEY (guild, person, game)
);
CREATE TABLE introductions (
    guild  BIGINT NOT NULL,
    person BIGINT NOT NULL CHECK (person > 0),
    game   TEXT NOT NULL,
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, person, game)
);
CREATE TABLE IF NOT EXISTS "records" (
    account     BIGINT NOT NULL REFERENCES accounts (id),
    game        TEXT NOT NULL,
    with_house  SMALLINT NOT NULL DEFAULT 0 CHECK (with_house IN (0, 1)),
    rounds      BIGINT NOT NULL CHECK (rounds >= 1),
    won         BIGINT NOT NULL,
    lost        BIGINT NOT NULL,
    net         BIGINT NOT NULL,
    biggest     BIGINT NOT NULL CHECK (biggest >= 0),
    week        BIGINT NOT NULL DEFAULT 0,
    week_rounds BIGINT NOT NULL DEFAULT 0,
    week_net    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account, game, with_house),
    CHECK (won >= 0 AND lost >= 0 AND won + lost <= rounds)
);
CREATE TABLE house_days (
    account BIGINT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    day     BIGINT NOT NULL,
    won     BIGINT NOT NULL
);
CREATE TABLE blocks (
    kind       TEXT NOT NULL CHECK (kind IN ('server', 'person')),
    number     BIGINT NOT NULL CHECK (number > 0),
    reason     TEXT NOT NULL CHECK (reason <> ''),
    blocked_by BIGINT NOT NULL,
    at         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (kind, number)
);
CREATE TABLE languages (
    person   BIGINT PRIMARY KEY CHECK (person > 0),
    language TEXT NOT NULL CHECK (language <> ''),
    at       DOUBLE PRECISION NOT NULL
);
CREATE TABLE flows (
    guild    BIGINT NOT NULL,
    day      BIGINT NOT NULL,
    payer    BIGINT NOT NULL REFERENCES accounts (id),
    payee    BIGINT NOT NULL REFERENCES accounts (id),
    chips    BIGINT NOT NULL CHECK (chips > 0),
    unearned BIGINT NOT NULL DEFAULT 0 CHECK (unearned >= 0 AND unearned <= chips),
    PRIMARY KEY (payer, day, payee),
    CHECK (payer <> payee)
);
CREATE TABLE switches (
    person BIGINT NOT NULL CHECK (person > 0),
    name   TEXT NOT NULL CHECK (name <> ''),
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, name)
);
INSERT INTO switches VALUES(1456074443980800103,'puzzles',1767225601.5400009155);
CREATE TABLE mistakes (
    guild    BIGINT NOT NULL,
    person   BIGINT NOT NULL CHECK (person > 0),
    table_id BIGINT NOT NULL REFERENCES tables (id),
    deal     BIGINT NOT NULL CHECK (deal >= 1),
    lesson   TEXT NOT NULL,
    points   DOUBLE PRECISION NOT NULL CHECK (points >= 0),
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, person, table_id, deal, lesson)
);
CREATE TABLE processes (
    id         BIGINT PRIMARY KEY,
    name       TEXT NOT NULL,
    version    TEXT NOT NULL,
    shards     TEXT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    seen_at    DOUBLE PRECISION NOT NULL,
    waits      BIGINT NOT NULL CHECK (waits IN (0, 1)),
    lag        DOUBLE PRECISION NOT NULL,
    tables     BIGINT NOT NULL,
    rounds     BIGINT NOT NULL,
    memory     BIGINT,
    ends_at    DOUBLE PRECISION,
    -- What the owner asks of it: to end within so many minutes, or -1 for going on.
    asked      BIGINT CHECK (asked >= -1)
);
CREATE TABLE receipts (
    process TEXT NOT NULL,
    place   BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    at      DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (process, place)
);
CREATE TABLE daily_deals (
    day        BIGINT PRIMARY KEY,
    seed       BLOB NOT NULL,
    commitment TEXT NOT NULL,
    record     TEXT
);
INSERT INTO daily_deals VALUES(20454,X'0000000000000000000000000000000000000000000000000000000000000001','ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5',replace('rules: 2\ndealer: 0\nhand 0: JD 9D 7D 4D 10H 4H QC 6C 7S 5S\nhand 1: 6D QH 9H 7H AC KC 10C 9C KS JS\nhand 2: JOKER KD 5D KH 8H 6H 10S 9S 8S 6S\nhand 3: JH AD QD 10D 8D AH 5H JC 7C 5C\nkitty: 8C QS AS\nbids: 1 6C, 2 6N, 3 7D, 0 pass, 1 pass, 2 pass, 3 keep\nput aside: 5C 5H QS\ntrick 1: 3 QD, 0 4D, 1 6D, 2 JOKER; won by 2\ntrick 2: 2 6H, 3 AH, 0 4H, 1 QH; won by 3\ntrick 3: 3 8C, 0 QC, 1 9C, 2 10S; won by 0\ntrick 4: 0 9D, 1 7H, 2 KD, 3 AD; won by 3\ntrick 5: 3 JC, 0 6C, 1 KC, 2 6S; won by 1\ntrick 6: 1 JS, 2 8S, 3 AS, 0 5S; won by 3\ntrick 7: 3 7C, 0 7D, 1 10C, 2 8H; won by 0\ntrick 8: 0 7S, 1 KS, 2 9S, 3 JH; won by 3\ntrick 9: 3 8D, 0 JD, 1 9H, 2 5D; won by 0\ntrick 10: 0 10H, 1 AC, 2 KH, 3 10D; won by 3\nresult: 3 lost 7D; tricks 3 1 1 5\n','\n',char(10)));
INSERT INTO daily_deals VALUES(20455,X'0000000000000000000000000000000000000000000000000000000000000002','9267d3dbed802941483f1afa2a6bc68de5f653128aca9bf1461c5d0a3ad36ed2',NULL);
CREATE TABLE daily_entries (
    day      BIGINT NOT NULL REFERENCES daily_deals (day),
    person   BIGINT NOT NULL CHECK (person > 0),
    guild    BIGINT NOT NULL,
    table_id BIGINT NOT NULL UNIQUE REFERENCES tables (id),
    points   BIGINT,
    PRIMARY KEY (day, person)
);
CREATE TABLE daily_posts (
    guild BIGINT PRIMARY KEY,
    day   BIGINT NOT NULL
, week BIGINT NOT NULL DEFAULT 0);
CREATE TABLE tournaments (
    id         INTEGER PRIMARY KEY,
    guild      BIGINT NOT NULL,
    channel    BIGINT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    plan       TEXT NOT NULL,
    prize      BIGINT NOT NULL CHECK (prize >= 0),
    host       BIGINT NOT NULL,
    chance     BLOB NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    starts_at  DOUBLE PRECISION NOT NULL,
    stage      TEXT NOT NULL CHECK (stage IN ('signup', 'checkin', 'rounds', 'over', 'cancelled')),
    round      BIGINT NOT NULL DEFAULT 0,
    told       BIGINT NOT NULL DEFAULT 0,
    changes    BIGINT NOT NULL DEFAULT 0,
    message    BIGINT,
    called     BIGINT,
    event      BIGINT,
    ended_at   DOUBLE PRECISION
);
INSERT INTO tournaments VALUES(1,1456074443980800099,1456074443980800102,'Spring Cup','{"game":"blackjack","pairs":false,"system":"swiss","rounds":2,"deals":2,"pace":"relaxed","fills":false}',1000,1456074443980800105,X'000000000000000000000000000000000000000000000000000000000000000d',1767240063.0,1767241863.0,'rounds',2,1,16,1456135106199552002,1456138881073152000,1456135106199552003,NULL);
INSERT INTO tournaments VALUES(2,1456074443980800099,1456074443980800102,'Later','{"game":"pontoon","pairs":false,"system":"swiss","rounds":4,"deals":2,"pace":"normal","fills":true}',50,1456074443980800105,X'000000000000000000000000000000000000000000000000000000000000000e',1767241923.0000009537,1767501123.0000009536,'signup',0,0,0,1456142907604992010,NULL,1456142907604992011,NULL);
CREATE TABLE tournament_players (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    guild      BIGINT NOT NULL,
    person     BIGINT NOT NULL,
    partner    BIGINT,
    is_here    BIGINT NOT NULL DEFAULT 0,
    entrant    BIGINT,
    gone_from  BIGINT,
    signed_at  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (tournament, person)
);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456074443980800103,NULL,1,1,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748160,NULL,1,8,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748161,NULL,1,3,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748162,NULL,1,4,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748163,NULL,1,2,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748164,NULL,1,5,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748165,NULL,1,7,NULL,1767240063.0);
INSERT INTO tournament_players VALUES(1,1456074443980800099,1456090147622748166,NULL,1,6,NULL,1767240063.0);
CREATE TABLE tournament_tables (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    guild      BIGINT NOT NULL,
    round      BIGINT NOT NULL CHECK (round >= 1),
    number     BIGINT NOT NULL CHECK (number >= 1),
    seating    TEXT NOT NULL,
    table_id   BIGINT UNIQUE REFERENCES tables (id),
    thread     BIGINT,
    deals      TEXT,
    PRIMARY KEY (tournament, round, number)
);
INSERT INTO tournament_tables VALUES(1,1456074443980800099,1,1,'[4,6,1,5]',8,1456142655946752000,'[[1000,1000,1000,1000,1000,1000,1000]]');
INSERT INTO tournament_tables VALUES(1,1456074443980800099,1,2,'[3,7,2,8]',9,1456142655946752003,'[[1000,1000,1000,1000,1000,1000,1000]]');
INSERT INTO tournament_tables VALUES(1,1456074443980800099,2,1,'[7,3,6,4]',10,1456142907604992002,NULL);
INSERT INTO tournament_tables VALUES(1,1456074443980800099,2,2,'[2,8,5,1]',11,1456142907604992005,NULL);
CREATE TABLE tournament_corrections (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    guild      BIGINT NOT NULL,
    round      BIGINT NOT NULL CHECK (round >= 1),
    entrant    BIGINT NOT NULL CHECK (entrant >= 1),
    percent    BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
    actor      BIGINT NOT NULL,
    reason     TEXT NOT NULL CHECK (reason <> ''),
    at         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (tournament, round, entrant)
);
CREATE TABLE evenings (
    guild   BIGINT PRIMARY KEY,
    starts  BIGINT NOT NULL,
    ends    BIGINT NOT NULL CHECK (ends > starts),
    channel BIGINT NOT NULL,
    event   BIGINT,
    phase   TEXT NOT NULL CHECK (phase IN ('planned', 'open', 'called', 'over'))
);
INSERT INTO evenings VALUES(1456074443980800099,1767240000,1767261600,1456074443980800102,1456093322543104000,'called');
CREATE TABLE evening_tables (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    guild    BIGINT NOT NULL
);
INSERT INTO evening_tables VALUES(4,1456074443980800099);
INSERT INTO evening_tables VALUES(5,1456074443980800099);
INSERT INTO evening_tables VALUES(6,1456074443980800099);
INSERT INTO evening_tables VALUES(7,1456074443980800099);
CREATE TABLE puzzles (
    week     BIGINT NOT NULL,
    number   BIGINT NOT NULL CHECK (number >= 1),
    table_id BIGINT NOT NULL,
    deal     BIGINT NOT NULL,
    step     BIGINT NOT NULL CHECK (step >= 0),
    PRIMARY KEY (week, number),
    UNIQUE (table_id, deal),
    FOREIGN KEY (table_id, deal) REFERENCES match_deals (table_id, deal)
);
INSERT INTO puzzles VALUES(2922,1,2,1,23);
INSERT INTO puzzles VALUES(2922,2,3,1,22);
INSERT INTO puzzles VALUES(2922,3,1,1,24);
CREATE TABLE puzzle_tries (
    week   BIGINT NOT NULL,
    number BIGINT NOT NULL,
    person BIGINT NOT NULL CHECK (person > 0),
    guild  BIGINT NOT NULL,
    solved SMALLINT NOT NULL CHECK (solved IN (0, 1)),
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (week, number, person)
);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('tables',11);
CREATE INDEX tables_open ON tables (guild) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX rounds_running ON rounds (table_id) WHERE ended_at IS NULL;
CREATE INDEX shuffles_of_table ON shuffles (table_id, id);
CREATE UNIQUE INDEX shuffles_secret ON shuffles (table_id) WHERE revealed_at IS NULL;
CREATE INDEX ledger_of_round ON ledger (table_id, round) WHERE table_id IS NOT NULL;
CREATE INDEX settings_log_of_guild ON settings_log (guild, id);
CREATE INDEX matches_of_guild ON matches (guild, ended_at);
CREATE INDEX match_players_of_person ON match_players (person);
CREATE TRIGGER ledger_row_deleted BEFORE DELETE ON ledger
WHEN NOT EXISTS (SELECT 1 FROM guilds_left WHERE guild = OLD.guild AND deleting = 1)
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never deleted');
END;
CREATE INDEX rounds_of_shuffle ON rounds (shuffle, round);
CREATE TRIGGER ledger_reason_changed BEFORE UPDATE ON ledger
WHEN NEW.reason IS NOT NULL AND OLD.reason IS NOT NEW.reason
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a reason is never rewritten');
END;
CREATE INDEX audits_of_guild ON audits (guild, id);
CREATE INDEX ledger_given ON ledger (payer, at) WHERE why IN ('gift', 'gift tax', 'bank sold');
CREATE INDEX ledger_received ON ledger (payee, at) WHERE why IN ('gift', 'bank sold');
CREATE INDEX results_of_account ON results (account);
CREATE INDEX ledger_of_payer ON ledger (payer);
CREATE INDEX ledger_of_payee ON ledger (payee);
CREATE INDEX ledger_of_guild ON ledger (guild, at);
CREATE INDEX ledger_relief ON ledger (payee, at) WHERE why = 'relief';
CREATE INDEX seasons_of_guild ON seasons (guild, id);
CREATE UNIQUE INDEX seasons_running ON seasons (guild) WHERE ended_at IS NULL;
CREATE INDEX season_winners_of_person ON season_winners (guild, person);
CREATE UNIQUE INDEX matches_rated ON matches (guild, rated) WHERE rated IS NOT NULL;
CREATE TRIGGER account_owner_changed BEFORE UPDATE OF id, guild, kind, owner ON accounts
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.kind <> NEW.kind
    OR (OLD.owner <> NEW.owner
        AND (OLD.kind <> 'member' OR OLD.owner < 0 OR NEW.owner >= 0 OR NEW.owner <= -1000000000000000))
BEGIN
    SELECT RAISE(ABORT, 'an account stays whose it is, until its owner is forgotten');
END;
CREATE TRIGGER ledger_row_changed BEFORE UPDATE ON ledger
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.payer <> NEW.payer OR OLD.payee <> NEW.payee
    OR OLD.amount <> NEW.amount OR OLD.why <> NEW.why OR OLD.at <> NEW.at
    OR OLD.table_id IS NOT NEW.table_id OR OLD.round IS NOT NEW.round
    OR OLD.payer_after <> NEW.payer_after OR OLD.payee_after <> NEW.payee_after
    OR (OLD.actor IS NOT NEW.actor
        AND (OLD.actor IS NULL OR NEW.actor IS NULL OR NEW.actor >= 0 OR NEW.actor <= -1000000000000000))
    OR (OLD.key <> NEW.key AND NOT EXISTS (
        SELECT 1 FROM accounts WHERE id IN (OLD.payer, OLD.payee) AND owner < 0 AND owner > -1000000000000000))
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never changed');
END;
CREATE INDEX rounds_with_moves ON rounds (ended_at) WHERE moves_kept = 1;
CREATE INDEX flows_of_payee ON flows (payee, day);
CREATE INDEX flows_of_guild ON flows (guild);
CREATE INDEX tables_of_guild ON tables (guild);
CREATE INDEX achievements_of_table ON achievements (table_id);
CREATE INDEX mistakes_of_table ON mistakes (table_id);
CREATE INDEX daily_entries_of_guild ON daily_entries (guild, day);
CREATE INDEX daily_entries_of_person ON daily_entries (person);
CREATE INDEX daily_entries_by_points ON daily_entries (day, points);
CREATE INDEX tournaments_of_guild ON tournaments (guild, id);
CREATE INDEX tournaments_under_way ON tournaments (id)
    WHERE (stage IN ('signup', 'checkin', 'rounds') OR (stage = 'over' AND told < round));
CREATE INDEX tournament_players_of_person ON tournament_players (guild, person);
CREATE INDEX tournament_tables_of_guild ON tournament_tables (guild);
CREATE INDEX tournament_corrections_of_guild ON tournament_corrections (guild);
CREATE INDEX evening_tables_of_guild ON evening_tables (guild);
CREATE INDEX puzzle_tries_of_person ON puzzle_tries (person, week);
CREATE INDEX puzzle_tries_of_guild ON puzzle_tries (guild);
COMMIT;
