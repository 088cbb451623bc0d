/** Forms on the rules of core/fields.ts: judged on every change (spec §5), in the words of messages/. */
import { useState } from 'react'
import type { z } from 'zod'
import { fieldProblems } from '#core/field-problems.ts'
import { ruleText } from '#messages/rule-text.ts'
import { ApiError } from './api-error.ts'
import { locale } from './locale.ts'

/** A Zod field, or a function of the value and all values that yields message codes. */
export type Rule<V> = z.ZodType | ((value: unknown, values: V) => readonly string[])
export type Rules<V> = { readonly [K in keyof V]?: Rule<V> }
type FieldValues = Readonly<Record<string, unknown>>
type Texts = Readonly<Record<string, string | undefined>>

/** What ui/field.tsx takes: `<TextField {...field('email')} label="…" />`. */
export interface FieldProps {
  readonly name: string
  readonly value: unknown
  readonly error: string | undefined
  /** The error as it is read out: when the field is left, so that nobody is talked to while typing. */
  readonly spoken: string
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}

/** What stood in the way when a live button was pressed; `attempts` counts the presses. */
export interface FormSummary {
  readonly attempts: number
  readonly lines: readonly { readonly name: string; readonly text: string }[]
}

/** The first thing wrong with a value, in words; undefined when it is right. */
export function problemOf<V>(rule: Rule<V> | undefined, value: unknown, values: V): string | undefined {
  if (!rule) return undefined
  const [code] = typeof rule === 'function' ? rule(value, values) : fieldProblems(rule, value)
  return code === undefined ? undefined : ruleText(code, locale())
}

/**
 * Values, and the props of each field. `ready`: all is filled and nothing wrong, for buttons that wait for that. `prefix`:
 * where the same form is on a page several times, so that each field has an id of its own.
 */
export function useFields<V extends FieldValues>(initial: V, rules: Rules<V>, prefix = '') {
  const names = Object.keys(initial) as (keyof V & string)[]
  const [values, setValues] = useState<V>(initial)
  // what is there from the beginning, from a draft or from the server, may have become wrong since
  const [changed, setChanged] = useState<readonly string[]>(() => filledOf(initial))
  const [refused, setRefused] = useState<Texts>({})
  const [spoken, setSpoken] = useState<Texts>({})
  const [tried, setTried] = useState<{ attempts: number; names: readonly string[] }>(NOT_TRIED)

  const wrong = (name: keyof V & string) => problemOf(rules[name], values[name], values)
  const errorOf = (name: keyof V & string) =>
    refused[name] ?? (changed.includes(name) ? wrong(name) : undefined)

  const change = (name: keyof V & string, value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }))
    setChanged((before) => (before.includes(name) ? before : [...before, name]))
    setRefused((before) => ({ ...before, [name]: undefined }))
  }

  const field = (name: keyof V & string): FieldProps => ({
    name: prefix + name,
    value: values[name],
    error: errorOf(name),
    spoken: spoken[name] ?? '',
    onChange: (value) => change(name, value),
    onBlur: () => setSpoken((before) => ({ ...before, [name]: errorOf(name) ?? '' })),
  })

  /** The server's messages go beside their fields, the first gets the focus; says whether all of them found a place. */
  const showErrors = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    const known = Object.entries(error.fields).filter(([name]) => names.includes(name))
    setRefused(Object.fromEntries(known.map(([name, list]) => [name, list.join(' ')])))
    const first = known[0]?.[0]
    if (first) document.getElementById(fieldId(prefix + first))?.focus()
    return known.length > 0 && known.length === Object.keys(error.fields).length
  }

  const missing = names.filter((name) => wrong(name) !== undefined)

  /** For a button that is live: sends what is right, and else says all that is wrong. */
  const attempt = (send: () => void) => {
    if (missing.length === 0) {
      setTried(NOT_TRIED)
      return send()
    }
    setChanged(names)
    setTried(({ attempts }) => ({ attempts: attempts + 1, names: missing }))
  }

  // a line goes when its field is mended
  const lines = tried.names.flatMap((name) => {
    const text = wrong(name)
    return text === undefined ? [] : [{ name: prefix + name, text }]
  })

  const resetTo = (next: V) => {
    setValues(next)
    setChanged(filledOf(next))
    setRefused({})
    setSpoken({})
    setTried(NOT_TRIED)
  }
  /** For the next one: a field that nobody has touched since says nothing. Takes nothing of whoever calls it back. */
  const reset = () => resetTo(initial)

  return {
    field,
    values,
    setValues,
    reset,
    resetTo,
    showErrors,
    attempt,
    summary: { attempts: tried.attempts, lines } satisfies FormSummary,
    /** What a button that waits is waiting for. */
    missing,
    ready: missing.length === 0,
  }
}

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))
const filledOf = (values: FieldValues): string[] =>
  Object.keys(values).filter((name) => isFilled(values[name]))

const NOT_TRIED = { attempts: 0, names: [] }

export const fieldId = (name: string): string => `field-${name}`
