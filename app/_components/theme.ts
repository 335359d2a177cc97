import { cookies } from 'next/headers'
import { THEME_COOKIE, type Theme, themes } from '@/lib/site/ui/theme'

export async function readTheme(): Promise<Theme> {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value
  return themes.find((theme) => theme === chosen) ?? 'system'
}
