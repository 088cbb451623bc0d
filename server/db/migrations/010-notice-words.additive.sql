-- A notice's title and text in English and in Hindi: its reader may change theirs, and reads old notices in the new one.

alter table notification add column words jsonb;
comment on column notification.words is 'Title and text in each of en and hi; null in older notices, where title and text are all there is.';
