import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Marked } from './board'

const marked = (text: string, ...stems: string[]) =>
  renderToStaticMarkup(createElement(Marked, { text, stems: new Set(stems) }))
    .replace(/<mark[^>]*>/g, '[')
    .replaceAll('</mark>', ']')

test.each([
  ['Forecasts of the weather', ['weather', 'forecast'], '[Forecasts] of the [weather]'],
  ['getTokenPrice', ['token'], '[getTokenPrice]'],
  ['no word of it', ['weather'], 'no word of it'],
  ['Wetter für Köln', ['koln'], 'Wetter für [Köln]'],
  ['提供天气预报', ['天气'], '提供[天气]预报'],
  ['', ['weather'], ''],
])('marks in “%s” the words with the stems %j', (text, stems, expected) => {
  expect(marked(text, ...stems)).toBe(expected)
})

test('what a seller writes stays text, marked or not', () => {
  expect(marked('<mark>weather</mark><img src=x onerror=alert(1)>', 'weather', 'img')).toBe(
    '&lt;mark&gt;[weather]&lt;/<wbr/>mark&gt;&lt;[img] src=x onerror=alert(1)&gt;',
  )
})
