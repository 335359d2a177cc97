import { describe, expect, it } from 'vitest'
import { secretOf } from './kept-keys'

function memory(items: Record<string, string> = {}) {
  const kept = new Map(Object.entries(items))
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

describe('the keys of the demo wallet', () => {
  it('are made once and found again', () => {
    const store = memory()
    const first = secretOf('evm', store)
    expect(first).toHaveLength(32)
    expect(secretOf('evm', store)).toEqual(first)
  })

  it('differ by family and by browser', () => {
    const store = memory()
    expect(secretOf('evm', store)).not.toEqual(secretOf('svm', store))
    expect(secretOf('evm', store)).not.toEqual(secretOf('evm', memory()))
  })

  it.each(['', '00', 'z'.repeat(64), '0x'.padEnd(66, '1')])('are made anew where %j was kept', (text) => {
    const store = memory({ 'turnpike-demo-wallet evm': text })
    expect(secretOf('evm', store)).toHaveLength(32)
    expect(store.getItem('turnpike-demo-wallet evm')).toMatch(/^[0-9a-f]{64}$/)
  })
})
