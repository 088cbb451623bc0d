/**
 * Deliberate breaks of the SQL that guards money: what stands once in server/db/migrations (whitespace aside), what
 * takes its place, and the tests that have to notice. `npm run mutants -- sql` applies each alone.
 */
const LEDGER = [
  'test/db/ledger-post.test.ts',
  'test/db/ledger-guards.test.ts',
  'test/db/ledger-checks.test.ts',
]
const VERIFY = [
  'test/db/ledger-checks.test.ts',
  'test/db/ledger-tamper.test.ts',
  'test/db/ledger-seal.test.ts',
]
const PAYMENTS = [
  'test/http/provider-reports.test.ts',
  'test/http/money-cases.test.ts',
  'test/db/payments-guards.test.ts',
]
const IDEMPOTENCY = ['test/http/idempotency.test.ts']

/** @type {readonly { id: string, find: string, replace: string, tests: readonly string[] }[]} */
export const SQL_MUTANTS = [
  // accounts
  {
    id: 'no overdraft check',
    find: `check (balance >= floor and (balance = 0 or not closed))`,
    replace: `check (true)`,
    tests: LEDGER,
  },
  {
    id: 'a closed hold may have money',
    find: `(balance >= floor and (balance = 0 or not closed))`,
    replace: `(balance >= floor)`,
    tests: LEDGER,
  },
  {
    id: 'an account may go below its floor',
    find: `(balance >= floor and (balance = 0 or not closed))`,
    replace: `(balance = 0 or not closed)`,
    tests: LEDGER,
  },
  {
    id: 'any text is an account code',
    find: `create domain account_code as text collate "C" check (value ~`,
    replace: `create domain account_code as text collate "C" check (value = value or value ~`,
    tests: LEDGER,
  },
  // transfers and entries
  {
    id: 'a hold may end twice',
    find: `resolves    text collate "C" unique,`,
    replace: `resolves    text collate "C",`,
    tests: [...LEDGER, 'test/db/ledger-races.test.ts'],
  },
  {
    id: 'a transfer id may come twice',
    find: `id          text collate "C" not null unique,`,
    replace: `id          text collate "C" not null,`,
    tests: LEDGER,
  },
  {
    id: 'a version may come twice',
    find: `unique (account_id, version)`,
    replace: `check (true)`,
    tests: LEDGER,
  },
  {
    id: 'entries of zero',
    find: `if v_one <> v_no or v_amount = 0 then`,
    replace: `if v_one <> v_no then`,
    tests: LEDGER,
  },
  {
    id: 'entries of two transfers at once',
    find: `if v_one <> v_no or v_amount = 0 then`,
    replace: `if v_amount = 0 then`,
    tests: LEDGER,
  },
  { id: 'entries need not sum to zero', find: `if v_sum <> 0 then`, replace: `if false then`, tests: LEDGER },
  {
    id: 'entries may join an older transfer',
    find: `where no = v_no and xid = pg_current_xact_id()`,
    replace: `where no = v_no`,
    tests: LEDGER,
  },
  {
    id: 'a transfer without entries',
    find: `if not exists (select from public.entry where transfer_no = new.no) then`,
    replace: `if false then`,
    tests: LEDGER,
  },
  {
    id: 'entries can be changed',
    find: `create trigger append_only before update or delete or truncate on entry`,
    replace: `create trigger append_only before truncate on entry`,
    tests: LEDGER,
  },
  {
    id: 'transfers can be deleted',
    find: `create trigger append_only before update or delete or truncate on transfer`,
    replace: `create trigger append_only before update or truncate on transfer`,
    tests: LEDGER,
  },
  {
    id: 'accounts can be deleted',
    find: `create trigger never_deleted before delete or truncate on ledger_account`,
    replace: `create trigger never_deleted before truncate on ledger_account`,
    tests: LEDGER,
  },
  {
    id: 'triggers sleep in replication mode',
    find: `alter table transfer enable always trigger append_only;`,
    replace: ``,
    tests: LEDGER,
  },
  {
    id: 'events can be changed',
    find: `create trigger append_only before update or delete or truncate on deal_event`,
    replace: `create trigger append_only before truncate on deal_event`,
    tests: LEDGER,
  },
  // post
  {
    id: 'an account may come twice in a posting',
    find: `if v_accounts[i] is null or v_accounts[i] = v_code or v_amounts[i] = 0 then`,
    replace: `if v_accounts[i] is null or v_amounts[i] = 0 then`,
    tests: LEDGER,
  },
  {
    id: 'a posting of zero',
    find: `if v_accounts[i] is null or v_accounts[i] = v_code or v_amounts[i] = 0 then`,
    replace: `if v_accounts[i] is null or v_accounts[i] = v_code then`,
    tests: LEDGER,
  },
  {
    id: 'a posting need not balance',
    find: `if (v_sum = 0 and cardinality(p_accounts) >= 2`,
    replace: `if (cardinality(p_accounts) >= 2`,
    tests: LEDGER,
  },
  {
    id: 'what ends a hold need not take from it',
    find: `if (v_amounts[array_position(v_accounts, p_resolves)] < 0 and p_resolves ~`,
    replace: `if (p_resolves ~`,
    tests: LEDGER,
  },
  {
    id: 'only holds are resolved',
    find: `and p_resolves ~ '^(fee_)?hold:') is not true`,
    replace: `) is not true`,
    tests: LEDGER,
  },
  {
    id: 'the kind is no part of the fingerprint',
    find: `v_print := hash_of(json_build_array(p_id, p_kind, p_deal_id, p_resolves, v_accounts, v_amounts));`,
    replace: `v_print := hash_of(json_build_array(p_id, '', p_deal_id, p_resolves, v_accounts, v_amounts));`,
    tests: [...LEDGER, ...VERIFY],
  },
  {
    id: 'the deal is no part of the fingerprint',
    find: `v_print := hash_of(json_build_array(p_id, p_kind, p_deal_id, p_resolves, v_accounts, v_amounts));`,
    replace: `v_print := hash_of(json_build_array(p_id, p_kind, '', p_resolves, v_accounts, v_amounts));`,
    tests: [...LEDGER, ...VERIFY],
  },
  {
    id: 'other content under a known id is a repetition',
    find: `when v_seen = v_print then 'exists' else 'mismatch' end`,
    replace: `when true then 'exists' else 'mismatch' end`,
    tests: LEDGER,
  },
  {
    id: 'a hold that was ended is a repetition',
    find: `case when not found then 'already_resolved'`,
    replace: `case when not found then 'exists'`,
    tests: LEDGER,
  },
  {
    id: 'money leaves a hold without ending it',
    find: `if v_amount < 0 and v_code <> 'suspense' and v_code is distinct from p_resolves then`,
    replace: `if false then`,
    tests: LEDGER,
  },
  {
    id: 'a resolved hold stays open',
    find: `closed = v_amount < 0 and v_code <> 'suspense'`,
    replace: `closed = false`,
    tests: LEDGER,
  },
  {
    id: 'suspense closes',
    find: `closed = v_amount < 0 and v_code <> 'suspense'`,
    replace: `closed = v_amount < 0`,
    tests: LEDGER,
  },
  {
    id: 'a closed hold takes money',
    find: `and balance + v_amount >= 0 and not closed`,
    replace: `and balance + v_amount >= 0`,
    tests: LEDGER,
  },
  {
    id: 'a hold gives more than it has',
    find: `and balance + v_amount >= 0 and not closed`,
    replace: `and not closed`,
    tests: LEDGER,
  },
  {
    id: 'a refusal keeps what it began',
    find: `exception when sqlstate 'AM001' then return v_refusal;`,
    replace: `exception when sqlstate 'AM999' then return v_refusal;`,
    tests: LEDGER,
  },
  {
    id: 'post runs as whoever calls it',
    find: `) returns text language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off as $$ declare v_accounts`,
    replace: `) returns text language plpgsql security invoker set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off as $$ declare v_accounts`,
    tests: LEDGER,
  },
  {
    id: 'anybody may post',
    find: `post(text, text, text, text, text[], bigint[]) from public;`,
    replace: `post(text, text, text, text, text[], bigint[]) from amanat_app;`,
    tests: LEDGER,
  },
  {
    id: 'the program may insert entries',
    find: `grant select on ledger_account, transfer, entry, deal_event to amanat_app;`,
    replace: `grant select on ledger_account, transfer, entry, deal_event to amanat_app; grant insert on entry to amanat_app;`,
    tests: LEDGER,
  },
  {
    id: 'the program may change accounts',
    find: `grant select on ledger_account, transfer, entry, deal_event to amanat_app;`,
    replace: `grant select, update on ledger_account, transfer, entry, deal_event to amanat_app;`,
    tests: LEDGER,
  },
  // the deal's side
  {
    id: 'an ended deal keeps its hold',
    find: `where code in ('hold:' || new.id,`,
    replace: `where code in (`,
    tests: LEDGER,
  },
  {
    id: "an ended deal keeps the payer's fee",
    find: `'fee_hold:' || new.id || ':payer', 'fee_hold:'`,
    replace: `'fee_hold:'`,
    tests: LEDGER,
  },
  {
    id: "an ended deal keeps the payee's fee",
    find: `':payer', 'fee_hold:' || new.id || ':payee')`,
    replace: `':payer')`,
    tests: LEDGER,
  },
  {
    id: 'an event may skip a number',
    find: `if new.seq <> coalesce(v_last.seq, 0) + 1 then`,
    replace: `if false then`,
    tests: LEDGER,
  },
  {
    id: 'an event forgets the one before it',
    find: `new.prev_hash := coalesce(v_last.hash, ''); new.hash := deal_event_hash(new);`,
    replace: `new.prev_hash := ''; new.hash := deal_event_hash(new);`,
    tests: [...LEDGER, ...VERIFY],
  },
  // payments
  {
    id: 'a pay-in of nothing',
    find: `amount_paise bigint not null check (amount_paise > 0), reference text not null unique,`,
    replace: `amount_paise bigint not null, reference text not null unique,`,
    tests: PAYMENTS,
  },
  {
    id: 'two pay-ins with one reference',
    find: `reference text not null unique,`,
    replace: `reference text not null,`,
    tests: PAYMENTS,
  },
  {
    id: 'two open pay-ins for one purpose',
    find: `create unique index pay_in_open on pay_in (deal_id, purpose, party)`,
    replace: `create index pay_in_open on pay_in (deal_id, purpose, party)`,
    tests: PAYMENTS,
  },
  {
    id: "a provider's event counts twice",
    find: `at timestamptz not null default clock_timestamp(), primary key (provider, event_id)`,
    replace: `at timestamptz not null default clock_timestamp()`,
    tests: PAYMENTS,
  },
  {
    id: 'a payment counts twice',
    find: `primary key (provider, provider_payment_id)`,
    replace: `check (true)`,
    tests: PAYMENTS,
  },
  {
    id: 'a deposit of nothing',
    find: `deal_id text references deal, amount_paise bigint not null check (amount_paise > 0), source text,`,
    replace: `deal_id text references deal, amount_paise bigint not null, source text,`,
    tests: PAYMENTS,
  },
  {
    id: 'a try of a payout counts twice',
    find: `primary key (payout_id, n)`,
    replace: `check (true)`,
    tests: PAYMENTS,
  },
  {
    id: 'deposits can be changed',
    find: `grant select, insert on webhook_event, deposit, payout_attempt to amanat_app;`,
    replace: `grant select, insert, update, delete on webhook_event, deposit, payout_attempt to amanat_app;`,
    tests: PAYMENTS,
  },
  {
    id: 'payouts can be deleted',
    find: `grant select, insert, update on pay_in, payout to amanat_app;`,
    replace: `grant select, insert, update, delete on pay_in, payout to amanat_app;`,
    tests: PAYMENTS,
  },
  // idempotency
  {
    id: 'a key is not locked',
    find: `is_claimed := pg_try_advisory_xact_lock(hashtextextended(p_key, 7));`,
    replace: `is_claimed := true;`,
    tests: IDEMPOTENCY,
  },
  {
    id: "another user's answer",
    find: `where i.user_id = coalesce(p_user, (select s.user_id from session s where s.token_hash = p_token)) and i.key`,
    replace: `where i.key`,
    tests: IDEMPOTENCY,
  },
  {
    id: "another key's answer",
    find: `and i.key = p_key and i.created_at`,
    replace: `and i.created_at`,
    tests: IDEMPOTENCY,
  },
  {
    id: 'answers are kept for ever',
    find: `and i.created_at > clock_timestamp() - interval '24 hours'`,
    replace: ``,
    tests: IDEMPOTENCY,
  },
]
