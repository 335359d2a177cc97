import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { inLanguage } from '@/development/testing/in-language'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { Amount } from './amount'
import { DataTable } from './data-table'
import { PaymentRequiredPage } from './payment-required-page'
import { TextField } from './text-field'

/** The text for a screen reader: the markup without tags and with single spaces. */
const textOf = (element: ReactElement) =>
  renderToStaticMarkup(inLanguage(element, 'en'))
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')

describe('components', () => {
  it('an amount names its unit, its network and that it is a ceiling', () => {
    const amount = { amountAtomic: 50_000n, decimals: 6, symbol: 'USDC', network: BASE_SEPOLIA }
    expect(textOf(createElement(Amount, amount))).toBe('0.05 USDC on Base Sepolia')
    expect(textOf(createElement(Amount, { ...amount, isMaximum: true }))).toBe('up to 0.05 USDC on Base Sepolia')
  })

  it('a field ties label, error and hint to its input', () => {
    const html = renderToStaticMarkup(
      createElement(TextField, { id: 'price', label: 'Price', hint: 'In dollars.', error: 'Expected an amount.' }),
    )
    expect(html).toContain('<label for="price"')
    expect(html).toMatch(/<input[^>]*aria-describedby="price-error price-hint"[^>]*aria-invalid="true"/)
    expect(html).toContain('id="price-error"')
    expect(html).toContain('id="price-hint"')
  })

  it('a table keeps its roles when its rows are two lines, and each cell names its column', () => {
    const html = renderToStaticMarkup(
      DataTable({
        caption: 'Payments',
        columns: [{ title: 'Bought', cell: (row: string) => row }],
        rows: ['<b>Weather</b>'],
        rowKey: (row) => row,
      }),
    )
    expect(html).toContain('<table role="table"')
    expect(html).toMatch(/<td role="cell" data-place="first" data-column="Bought"/)
    expect(html).toContain('&lt;b&gt;Weather&lt;/b&gt;')
  })
})

describe('the page at a paid URL', () => {
  const resource = { uri: 'http://h/x', method: 'GET', title: 'Weather' }
  const option = {
    scheme: 'exact',
    network: BASE_SEPOLIA,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    amountAtomic: 1_000n,
    coin: { symbol: 'USDC', decimals: 6 },
    payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    timeoutSeconds: 60,
  }

  it('says why the last attempt was refused, and how programs pay', () => {
    const text = textOf(
      createElement(PaymentRequiredPage, {
        resource,
        options: [option],
        refusal: 'Too late.',
        hasDemoWallet: true,
      }),
    )
    for (const said of ['Payment required', 'Too late.', 'npm run pay']) expect(text).toContain(said)
  })

  it('asks for a sign-in alone where nothing is to be paid', () => {
    const text = textOf(createElement(PaymentRequiredPage, { resource, options: [], hasDemoWallet: true }))
    expect(text).toContain('Sign-in required')
    expect(text).not.toContain('npm run pay')
  })
})
