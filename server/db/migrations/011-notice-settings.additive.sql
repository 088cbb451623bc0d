-- Which emails about deals a person gets, and the hours (of India) in which these wait. Without hours reminders alone wait.
alter table app_user
  add column notice_mail text not null default 'all' check (notice_mail in ('all', 'turn')),
  add column quiet_from smallint check (quiet_from between 0 and 23),
  add column quiet_until smallint check (quiet_until between 0 and 23),
  -- an hour until itself would be a whole day or none
  add constraint app_user_quiet_check check (
    (quiet_from is null) = (quiet_until is null) and (quiet_from is null or quiet_from <> quiet_until));
