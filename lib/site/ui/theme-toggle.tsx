'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { THEME_COOKIE, type Theme, themes } from './theme'

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Chooses the theme at once and keeps it in a cookie, which the server reads on the next request:
 * the right theme is in the first byte, and no script has to run before the page is painted.
 */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const t = useTranslations('frame.theme')
  const [theme, setTheme] = useState(initial)
  return (
    <label className="inline-flex min-h-11 items-center gap-2 text-small">
      <span>{t('label')}</span>
      <select
        value={theme}
        onChange={(event) => {
          const chosen = themes.find((candidate) => candidate === event.target.value) ?? 'system'
          setTheme(chosen)
          apply(chosen)
        }}
        className="min-h-11 cursor-pointer border-0 bg-transparent px-1 text-small font-strong text-ink"
      >
        {themes.map((choice) => (
          <option key={choice} value={choice} className="bg-sheet">
            {t(choice)}
          </option>
        ))}
      </select>
    </label>
  )
}

function apply(theme: Theme) {
  document.documentElement.dataset.theme = theme
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`
}
