import type { Translate } from '@/lib/site/messages/translate'

/** The first match wins: each of these also names the ones below it. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Windows": enough to tell one's own browsers apart. An unknown one is shown by its own name. */
export function browserInWords(t: Translate<'library'>, userAgent: string | null): string {
  if (!userAgent) return t('account.namelessBrowser')
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  return browser && system ? t('account.browserOnSystem', { browser, system }) : userAgent
}

const nameIn = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]
