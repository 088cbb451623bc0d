-- Accounts for real money: each bank account as its statement has it, our costs, taxes, what people owe us, and the
-- operator's own money. All are derived, without a floor: a line of a statement is posted whatever it says.

alter domain account_code drop constraint account_code_check;
alter domain account_code add constraint account_code_check check (value ~
  '^(gateway:[a-z0-9_-]{1,40}|bank:[\w-]{1,64}|hold:[\w-]{1,64}|fee_hold:[\w-]{1,64}:(payer|payee)|payable:[\w-]{1,64}|receivable:[\w-]{1,64}|suspense|commission|dispute_fees|owner|expense:(gateway_fees|bank_charges|chargeback|unexplained)|tax:(gst_output|gst_input|tds|tcs))$');

-- `post` and `verify_accounts` learn the new kinds where they name the derived ones; all else of them stays as it was written.
do $$
declare
  v_change record;
  v_before text;
  v_after  text;
begin
  for v_change in
    select 'post(text,text,text,text,text[],bigint[])'::regprocedure as fn,
           $x$when 'gateway', 'commission', 'dispute_fees' then$x$ as old,
           $x$when 'gateway', 'bank', 'receivable', 'owner', 'expense', 'tax', 'commission', 'dispute_fees' then$x$ as new
    union all
    -- as PostgreSQL prints it
    select 'verify_accounts()'::regprocedure,
           $x$ARRAY['gateway'::text, 'commission'::text, 'dispute_fees'::text]$x$,
           $x$ARRAY['gateway'::text, 'bank'::text, 'receivable'::text, 'owner'::text, 'expense'::text, 'tax'::text, 'commission'::text, 'dispute_fees'::text]$x$
  loop
    v_before := pg_get_functiondef(v_change.fn);
    v_after := replace(v_before, v_change.old, v_change.new);
    if v_after = v_before then
      raise exception '% does not name the derived accounts as expected', v_change.fn;
    end if;
    execute v_after;
  end loop;
end $$;

-- What was on an account before its first line is the operator's.
select post('bank:' || id || ':opening', 'bank_opening', null, null, array['bank:' || id, 'owner'],
            array[-opening_paise, opening_paise])
  from bank_account where opening_paise <> 0 order by created_at, id;
