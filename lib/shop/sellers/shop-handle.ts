import { pathOfTitle } from '@/lib/base/x402/titles'

const PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])$/

/** Whether the text has a handle's form: 2 to 32 small letters, digits and hyphens between them. */
export const isShopHandle = (text: string): boolean => PATTERN.test(text)

/** A handle made from a shop's name; empty where no letter or digit is left. */
export function handleOfName(name: string): string {
  const handle = pathOfTitle(name).slice(1, 33).replace(/-$/, '')
  return /[a-z0-9]/i.test(name.normalize('NFKD')) && isShopHandle(handle) ? handle : ''
}
