import { describe, expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { schemaRows } from './schema-table'

const t = translateIn('en', 'bazaar')

describe('parameters of a declaration', () => {
  it('come from JSON Schema, with what is nested', () => {
    const inputSchema = {
      type: 'object',
      required: ['city'],
      properties: {
        city: { type: 'string', description: 'Where', enum: ['Rome', 'Oslo'] },
        days: { type: ['integer', 'null'], default: 3 },
        within: { type: 'object', properties: { km: { type: 'number' } } },
      },
    }
    expect(schemaRows(t, { type: 'mcp', toolName: 'x', inputSchema })).toEqual([
      { name: 'city', type: 'string', isRequired: true, about: 'Where · one of Rome, Oslo' },
      { name: 'days', type: 'integer or null', isRequired: false, about: '3 if left out' },
      { name: 'within', type: 'object', isRequired: false, about: '' },
      { name: 'within.km', type: 'number', isRequired: false, about: '' },
    ])
  })

  it('are bounded, whatever is declared', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { type: 'string' }]))
    expect(schemaRows(t, { properties: wide })).toHaveLength(80)
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 200; level += 1) deep = { properties: { x: deep } }
    expect(schemaRows(t, deep)).toHaveLength(5)
    for (const nonsense of [null, 7, [], 'x', { properties: 7 }]) expect(schemaRows(t, nonsense)).toEqual([])
  })
})
