// Two branches that each add the next number merge without a conflict, and the program does not start with the result.
// A migration that says it only adds, and does more, breaks the servers of the release before it during an upgrade.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { doesMoreThanAdd } from './support/additive-sql.ts'

const FOLDER = 'server/db/migrations'
const FIXTURE = 'test/fixtures/migrations/999-next.additive.sql'

test('migrations are numbered from 001, without a gap and without a number twice', () => {
  const files = readdirSync(FOLDER).sort()
  const numbers = files.map((file) => file.slice(0, 3))
  expect(numbers).toEqual(files.map((_, index) => String(index + 1).padStart(3, '0')))
})

describe('a migration named additive', () => {
  test('adds, and does nothing else', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.additive.sql'))
    for (const file of [...files.map((name) => `${FOLDER}/${name}`), FIXTURE])
      expect(doesMoreThanAdd(readFileSync(file, 'utf8')), file).toEqual([])
  })

  test.each([
    'create table a (id int primary key); create unique index b on a (id); insert into a values (1)',
    'create table a (id int); alter table a add constraint b check (id > 0);',
    "alter table deal add column note text, add column rank numeric(4, 2) not null default 'a;b'",
    'create index concurrently_is_no_word on deal (amount); grant select on deal to amanat_app',
    'create function f() returns int language sql as $$ delete from deal; select 1 $$; -- drop table deal;',
  ])('may say: %s', (text) => {
    expect(doesMoreThanAdd(text)).toEqual([])
  })

  test.each([
    ['drop table deal'],
    ['alter table deal drop column note'],
    ['alter table deal rename column a to b'],
    ['alter table deal add column note text not null'],
    ['alter table deal add column note text default 1, drop column other'],
    ['alter table deal add column code text unique'],
    ['alter table deal add column n int default 0 check (n > 0)'],
    ['alter table deal add constraint positive check (amount > 0)'],
    ['alter table deal alter column amount set not null'],
    ['create unique index one on deal (payer_id)'],
    ['create trigger t before insert on deal for each row execute function f()'],
    ['create or replace function verify() returns int language sql as $$ select 1 $$'],
    ['update deal set note = 1'],
    ['insert into deal (id) values (1)'],
    ['revoke select on deal from amanat_app'],
    ['do $$ begin drop table deal; end $$'],
    ['alter type status rename value a to b'],
  ])('may not say: %s', (text) => {
    expect(doesMoreThanAdd(`create table a (id int); ${text};`)).toHaveLength(1)
  })
})
