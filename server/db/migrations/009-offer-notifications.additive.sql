-- An offer's email asks how many its reader was told of within the hour: without this a shop's whole hour is read each time.
-- The kinds are those of OFFER_KINDS in repositories/notifications.ts.
create index notification_offer on notification (user_id, at) where kind in ('create', 'edit', 'withdraw', 'request');
