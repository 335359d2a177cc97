import { expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { browserInWords } from './browser-in-words'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/150.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64) ${webKit} Chrome/150.0 Safari/537.36 Edg/150.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/150.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['curl/8.5.0', 'curl/8.5.0'],
  [null, 'A browser that does not name itself'],
])('calls %s by %s', (userAgent, words) => {
  expect(browserInWords(translateIn('en', 'library'), userAgent)).toBe(words)
})
