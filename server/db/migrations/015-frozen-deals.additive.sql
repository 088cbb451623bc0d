-- A deal stands still while its money is in doubt: the bank has taken its deposit back. What the first of two Admins says
-- about it waits for the second here.
alter table deal
  add column frozen_since timestamptz,
  add column freeze_outcome text,
  add column freeze_stated_by bigint references app_user,
  add constraint deal_frozen_check check (
    (frozen_since is null or status in ('funded', 'in_delivery', 'delivered', 'return_requested', 'returning',
      'return_in_transit', 'disputed', 'negotiating', 'mediation'))
    and (freeze_outcome is null or (frozen_since is not null and freeze_outcome in ('goes_on', 'charged_back')))
    and (freeze_outcome is null) = (freeze_stated_by is null));
create index deal_frozen on deal (frozen_since) where frozen_since is not null;
