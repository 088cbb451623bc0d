-- What came in and went out today, without reading every deposit and payout there ever was; and statements that wait.
create index deposit_at on deposit (at);
create index payout_paid_at on payout (paid_at) where paid_at is not null;
create index statement_import_waiting on statement_import (uploaded_at) where state = 'read';
