-- A statement of 20,000 lines is booked on a connection that planned this check while the table was empty, and keeps that
-- plan: each line read all lines before it, a third of all the time. As `post()` does.
alter function line_booking_follows() set enable_seqscan = off;
