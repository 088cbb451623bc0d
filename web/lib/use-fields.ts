/** Forms on the rules of core/fields.ts: judged on every change (spec §5), in the words of messages/. */
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { fieldProblems } from '../../core/fields.ts'
import { fieldText } from '../../messages/error-text.ts'
import { ApiError } from './api-error.ts'
import { locale } from './locale.ts'

/** A rule per field: a Zod field, or a function of all values that yields message codes. */
export type Rule<V> = z.ZodType | ((value: unknown, values: V) => readonly string[])
export type Rules<V> = { readonly [K in keyof V]?: Rule<V> }

/** The first thing wrong with a value, in words; undefined when it is right. */
export function problemOf<V>(rule: Rule<V> | undefined, value: unknown, values: V): string | undefined {
  if (!rule) return undefined
  const codes = typeof rule === 'function' ? rule(value, values) : fieldProblems(rule, value)
  return codes[0] === undefined ? undefined : fieldText(codes[0], locale())
}

type Values = Record<string, unknown>
type Spoken = { readonly [name: string]: string }

/**
 * Values, errors and the props of each field. An error shows from the first change on; it is read out when the field
 * is left, so that nobody is talked to while typing. `ready`: all filled and nothing wrong, for disabled buttons.
 */
export function useFields<V extends Values>(initial: V, rules: Rules<V>) {
  const names = Object.keys(initial) as (keyof V & string)[]
  const [spoken, setSpoken] = useState<Spoken>({})
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: initial,
    validateInputOnChange: true,
    validate: Object.fromEntries(
      names.map((name) => [
        name,
        (value: unknown, values: V) => problemOf(rules[name], value, values) ?? null,
      ]),
    ) as never,
  })

  const field = (name: keyof V & string) => ({
    ...form.getInputProps(name),
    name,
    spoken: spoken[name] ?? '',
    onBlur: () => setSpoken((before) => ({ ...before, [name]: String(form.errors[name] ?? '') })),
  })

  /** Puts the server's messages beside their fields; says whether all of them found one. */
  const showErrors = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    const known = Object.entries(error.fields).filter(([name]) => (names as string[]).includes(name))
    form.setErrors(Object.fromEntries(known.map(([name, list]) => [name, list.join(' ')])))
    return known.length > 0 && known.length === Object.keys(error.fields).length
  }

  const ready = names.every((name) => problemOf(rules[name], form.values[name], form.values) === undefined)
  return { form, field, showErrors, ready, values: form.values }
}

/** What `field(name)` gives and the pieces of ui/field.tsx take. */
export type FieldProps = ReturnType<ReturnType<typeof useFields>['field']>
