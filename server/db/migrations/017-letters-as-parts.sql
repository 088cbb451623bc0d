-- A mail is kept as what it says, and made into text and HTML when it leaves: half of what a deal wrote to disk was
-- the same letterhead again, three times each. Mails from before keep theirs (text, html).
alter table mail
  add column letter jsonb,
  alter column text drop not null,
  add constraint mail_has_words check (letter is not null or text is not null);
