-- The version of the wire contract that an app's keys are answered in: that of the day it was made. Those that are there
-- were made under the first one, as those are that the program before this one makes while both run.
alter table app add column version text not null default '2026-11-01' check (version ~ '^\d{4}-\d\d-\d\d$');
