-- The team looks for a deal by what it is told: a parcel's number, the bank's number of a transfer, the beginning of a title.
create index deal_tracking on deal (upper(tracking_number)) where tracking_number is not null;
create index deal_return_tracking on deal (upper(return_tracking_number)) where return_tracking_number is not null;
create index deal_title on deal
  (lower(left(coalesce(terms->>'service_details', terms->>'deliverables', ''), 60)) text_pattern_ops);
create index payout_provider_ref on payout (provider_ref) where provider_ref is not null;
