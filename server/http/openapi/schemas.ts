/** JSON Schemas of the contract: with a limit on every text, list and number, and names for those that are used twice. */
import { z } from 'zod'
import { iso } from '#core/contract/endpoint.ts'

export interface JsonSchema {
  [name: string]: unknown
}

/** No request carries more, so no text in the books is longer. */
const LONGEST_TEXT = 102_400
const MOST_ENTRIES = 10_000
const INT32_MAX = 2_147_483_647
/** Longer than any text that a field with a limit of its own takes. */
const TOO_LONG = 30_000

type SchemaSide = 'input' | 'output'

/** The limits that a field states only when it refuses: it is given what is too long and too short, and asked. */
function statedLimits(field: z.core.$ZodType): { max?: number; min?: number } {
  const refusals = ['x'.repeat(TOO_LONG), '9'.repeat(TOO_LONG), 'x'].flatMap(
    (text) => z.safeParse(field, text).error?.issues.map(({ message }) => message) ?? [],
  )
  const figure = (name: string): number | undefined => {
    const refusal = refusals.find((text) => text.startsWith(`${name}:`))
    return refusal ? Number(refusal.slice(name.length + 1)) : undefined
  }
  const [max, min] = [figure('max'), figure('min')]
  return { ...(max === undefined ? {} : { max }), ...(min === undefined ? {} : { min }) }
}

const isText = ({ type }: JsonSchema): boolean => [type].flat().includes('string')

/** Onto a text, or onto the two forms of a field that takes digits as a text or as a number. */
function setStatedLimits(field: z.core.$ZodType, schema: JsonSchema): void {
  const forms = isText(schema) ? [schema] : ((schema.anyOf ?? []) as JsonSchema[])
  const text = forms.find(isText)
  if (!text || text.enum || text.format) return
  const { max, min } = statedLimits(field)
  if (max !== undefined) text.maxLength = max
  if (min !== undefined) text.minLength = min
  const digits = forms.find(({ type }) => type === 'number')
  if (digits && max !== undefined) Object.assign(digits, { minimum: 0, maximum: 10 ** max - 1 })
}

export function jsonSchemaOf(schema: z.ZodType, io: SchemaSide): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === iso) Object.assign(jsonSchema, { format: 'date-time', maxLength: 40 })
      else if (io === 'input') setStatedLimits(zodSchema, jsonSchema)
    },
  }) as JsonSchema
  return withLimits(json)
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

function limitsOf(schema: JsonSchema): JsonSchema {
  if (isText(schema) && !schema.enum && schema.const === undefined) return { maxLength: LONGEST_TEXT }
  if (Array.isArray(schema.prefixItems)) return { maxItems: schema.prefixItems.length }
  if (schema.type === 'array') return { maxItems: MOST_ENTRIES }
  if (schema.type === 'integer') {
    const isSmall = Math.abs(Number(schema.maximum ?? Number.POSITIVE_INFINITY)) <= INT32_MAX
    return { format: isSmall ? 'int32' : 'int64' }
  }
  if (schema.type === 'object' && isSchema(schema.additionalProperties))
    return { maxProperties: MOST_ENTRIES }
  return {}
}

/** Names of keywords whose value maps names to schemas, so that a property called `type` is none. */
const MAPS = new Set(['properties', '$defs', 'patternProperties'])

/** The same schema with each of its parts replaced, innermost first. */
export function mapSchema(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return isSchema(value) ? mapSchema(value, change) : value
  }
  const entries = Object.entries(schema).map(([name, value]) => {
    if (name === 'enum' || name === 'const' || name === 'default' || name === 'examples') return [name, value]
    if (MAPS.has(name) && isSchema(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part)]))]
    return [name, inner(value)]
  })
  return change(Object.fromEntries(entries))
}

/** Answers may gain fields, so none says that it has no others. */
const withLimits = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (part) => {
    const { additionalProperties, ...rest } = part
    const isOpen = additionalProperties === undefined || additionalProperties === false
    return { ...limitsOf(part), ...rest, ...(isOpen ? {} : { additionalProperties }) }
  })

/** The named schemas of one document. The same shape has one name, wherever it is met. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}
  readonly #nameOf = new Map<string, string>()

  /** A reference to the schema under this name, or under the one that it has already. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const key = JSON.stringify(schema)
    const known = this.#nameOf.get(key)
    if (known) return refTo(known)
    const whole = this.#withNamedParts(schema)
    this.#nameOf.set(key, name).set(JSON.stringify(whole), name)
    this.schemas[name] = whole
    return refTo(name)
  }

  /** An object gets the name, of a list each entry; other shapes stay in their place. */
  named(name: string, schema: JsonSchema): JsonSchema {
    const { items } = schema
    if (schema.type === 'array' && isSchema(items) && items.type === 'object')
      return { ...schema, items: this.add(`${name}Item`, items) }
    return schema.type === 'object' ? this.add(name, schema) : this.#withNamedParts(schema)
  }

  #withNamedParts(schema: JsonSchema): JsonSchema {
    return mapSchema(schema, (part) => {
      const name = this.#nameOf.get(JSON.stringify(part))
      return name ? refTo(name) : part
    })
  }
}

/** The name of a schema from that of a call. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
