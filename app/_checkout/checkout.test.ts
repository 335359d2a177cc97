import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Queries } from '@/app/_components/queries'
import { inLanguage } from '@/development/testing/in-language'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { Checkout } from './checkout'

const option = {
  scheme: 'exact',
  network: BASE_SEPOLIA,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  amountAtomic: 50_000n,
  coin: { symbol: 'USDC', decimals: 6 },
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  timeoutSeconds: 60,
}

function textOf(options: (typeof option)[], locale: 'en' | 'de' = 'en'): string {
  const checkout = createElement(Checkout, {
    purchase: { url: '/x', method: 'GET' },
    options,
    lines: [{ label: 'You get', value: 'the rest' }],
    payee: 'Lighthouse Notes',
    canSignIn: true,
    hasFaucet: false,
  })
  return renderToStaticMarkup(inLanguage(createElement(Queries, null, checkout), locale))
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
}

describe('the receipt before it is paid', () => {
  it('names goods, payee, address, network, fee and total before anything is signed', () => {
    const text = textOf([option, { ...option, network: SOLANA_DEVNET }])
    const all = 'the rest, Lighthouse Notes, 0x2096, Base Sepolia, change, Network fee, Total, 0.05 USDC'
    for (const said of all.split(', ')) expect(text).toContain(said)
    expect(text).toContain('Connect wallet')
    expect(text).toContain('Already bought?')
  })

  it('shows the price where only programs can pay it, and no button', () => {
    const text = textOf([{ ...option, network: ALGORAND_TESTNET }])
    expect(text).toContain('0.05 USDC')
    expect(text).toContain('No wallet in a browser can pay for this')
    expect(text).not.toContain('Connect wallet')
  })

  it('says of a ceiling that it is one, and all of it in German too', () => {
    expect(textOf([{ ...option, scheme: 'upto' }])).toContain('At most')
    const text = textOf([option], 'de')
    for (const said of ['Gezahlt an', 'Netzgebühr', 'Summe', 'Schon gekauft?']) expect(text).toContain(said)
    expect(text).not.toMatch(/\b(the price|pay|paid|total|network)\b/i)
  })
})
