-- Plans that must not scan a table count that as a price of ten thousand million before PostgreSQL 18, and a price like
-- that has the statement compiled: 49 ms a posting instead of 0.4. The server's connections have `jit` off as well.
alter function post(text, text, text, text, text[], bigint[]) set jit = off;
alter function chain_deal_event() set jit = off;
