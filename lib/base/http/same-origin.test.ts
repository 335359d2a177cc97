import { expect, test } from 'vitest'
import { isSameOrigin, mayShowForCookie, maySpeakForCookie } from './request-headers'

const own = 'https://shop.example'
const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test.each([
  ['our page, by fetch', { 'sec-fetch-site': 'same-origin', origin: own }, [true, true, true]],
  ['our page, by GET', { 'sec-fetch-site': 'same-origin' }, [true, true, true]],
  ['our page, in a browser without Sec-Fetch-Site', { origin: own }, [true, true, true]],
  ['a typed address', { 'sec-fetch-site': 'none', ...link }, [false, true, true]],
  ['a link on another site', { 'sec-fetch-site': 'cross-site', ...link }, [false, false, true]],
  ['a link on a sibling of ours', { 'sec-fetch-site': 'same-site', ...link }, [false, false, true]],
  ['a picture on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, [false, false, false]],
  [
    'a frame on another site',
    { 'sec-fetch-site': 'cross-site', ...link, 'sec-fetch-dest': 'iframe' },
    [false, false, false],
  ],
  ['a form on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, [false, false, false]],
  ['a form on another site, without Sec-Fetch-Site', { origin: 'https://evil.example' }, [false, false, false]],
  ['a sandboxed frame', { origin: 'null' }, [false, false, false]],
  ['a client that sends none of them', {}, [false, false, false]],
  [
    'a navigation in a browser without Sec-Fetch-Site',
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    [false, false, false],
  ],
])('%s', (_who, sent, expected) => {
  const headers = new Headers(sent as Record<string, string>)
  expect([isSameOrigin(headers, own), maySpeakForCookie(headers, own), mayShowForCookie(headers, own)]).toEqual(
    expected,
  )
})
