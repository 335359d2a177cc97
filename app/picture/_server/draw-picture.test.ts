import { afterEach, expect, it, vi } from 'vitest'
import { drawPicture } from './draw-picture'

/** Without the pauses between two drawings. */
const draw = (picture: Parameters<typeof drawPicture>[0]) => drawPicture(picture, 0)

afterEach(() => vi.unstubAllGlobals())

it('draws from our own fonts alone, whatever a seller writes', async () => {
  const asked: string[] = []
  const fetchOwn = fetch
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const address = String(input instanceof Request ? input.url : input)
    if (/^https?:/.test(address)) asked.push(address)
    return fetchOwn(input)
  })
  for (const title of [
    'Kumquats, and how to keep them',
    '漢字 🎃 Кириллица ©®™ café ﷽ \u0000',
    '<img src=x>'.repeat(40),
    '',
  ]) {
    const png = await draw({ title, by: 'A shop ✨', price: '0.02 USDC' })
    expect(
      Buffer.from(png ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  }
  expect(asked).toEqual([])
}, 60_000)

it('draws the letters of half of Europe, and no part of a title whose letters it lacks', async () => {
  const pictureOf = async (title: string) =>
    Buffer.from((await draw({ title, by: 'A shop', price: 'Free' })) ?? []).toString('base64')
  const without = await pictureOf('')
  for (const title of ['ł', 'ř', 'ş', 'Ελλάδα', 'їжак', 'ắ']) expect(await pictureOf(title)).not.toBe(without)
  for (const title of ['السعر 50 دولار', '漢字 2', 'Tolls 通行']) expect(await pictureOf(title)).toBe(without)
}, 60_000)

it('draws one at a time, and refuses when too many wait', async () => {
  const titles = Array.from({ length: 12 }, (_, place) => `Title ${place}`)
  const drawn = await Promise.all(titles.map((title) => draw({ title, by: 'A shop', price: 'Free' })))
  expect(drawn.filter((png) => png === null)).toHaveLength(4)
  expect(await draw({ title: 'Title 11', by: 'A shop', price: 'Free' })).not.toBeNull()
}, 60_000)
