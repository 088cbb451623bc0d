-- The list of notices is read newest first by the time that each tells of; what is old is deleted in small batches.

drop index notice_newest;
create index notice_newest on notice (user_id, at desc, id desc);
create index notice_oldest on notice (at);
create index mail_done on mail (coalesce(sent_at, given_up_at)) where sent_at is not null or given_up_at is not null;
grant delete on notice, mail to amanat_app;
