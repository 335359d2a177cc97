import { expect, it } from 'vitest'
import { linksAsText, linksIn } from './links-as-text'

it('reads a link from each line, and writes it as it was typed', () => {
  const text = 'My blog https://blog.example/a b\nhttps://shop.example/path\nCode  https://code.example'
  expect(linksIn(`\n${text.replace('/a b', '/a')}\r\n\n`)).toEqual([
    { title: 'My blog', url: 'https://blog.example/a' },
    { title: 'shop.example', url: 'https://shop.example/path' },
    { title: 'Code', url: 'https://code.example' },
  ])
  expect(linksAsText(linksIn('My blog https://blog.example/a\nhttps://shop.example/path'))).toBe(
    'My blog https://blog.example/a\nhttps://shop.example/path',
  )
})

it('takes time in proportion to what is sent', () => {
  const long = 'a'.repeat(2_000_000)
  expect(linksIn(`${long} b`)).toEqual([{ title: long, url: 'b' }])
  expect(linksIn('a\n'.repeat(1_000_000))).toHaveLength(10)
})
