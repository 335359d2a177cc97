import { describe, expect, it } from 'vitest'
import { forgetWallet, parseRememberedWallet, rememberWallet } from './remembered-wallet'

const address = '0x9c85258d9A00C01d00ded98065ea3840dF06b9C3'

describe('the wallet of an earlier visit', () => {
  it('is kept by name and address until it is forgotten', () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    }
    rememberWallet('evm', { name: 'Demo wallet', address }, store)
    expect([...kept.values()].map(parseRememberedWallet)).toEqual([{ name: 'Demo wallet', address }])
    forgetWallet('evm', store)
    expect(kept.size).toBe(0)
  })

  it.each([null, '', '{', 'null', '[]', '{"name":"x"}', '{"name":"x","address":"<b>"}', '{"name":1,"address":"0x"}'])(
    'is nobody where %j is kept',
    (text) => expect(parseRememberedWallet(text)).toBeNull(),
  )
})
