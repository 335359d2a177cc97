import { cookies } from 'next/headers'
import { parseTheme, type Theme, THEME_COOKIE } from '@/lib/ui/theme'

/** The reader's theme, as the toggle left it in the cookie. */
export async function readTheme(): Promise<Theme> {
  return parseTheme((await cookies()).get(THEME_COOKIE)?.value)
}
