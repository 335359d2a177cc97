import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DataTable } from './data-table'
import { FormContext, TextField } from './fields'

describe('components', () => {
  it('a field ties label, error and hint to its input', () => {
    const field = createElement(TextField, { name: 'price', label: 'Price', hint: 'In dollars.' })
    const value = { values: {}, fields: { price: 'Expected an amount.' }, confirmation: null }
    const html = renderToStaticMarkup(createElement(FormContext, { value }, field))
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
