'use client'

import { useTranslations } from 'next-intl'
import { createPortal } from 'react-dom'

/**
 * A line along the top of the window while the next page is loading. It appears after a third of a second, so that
 * quick pages do not flicker, and never claims how much is left, which nobody knows.
 */
export function WaitingBar() {
  const t = useTranslations('ui')
  return createPortal(<div role="progressbar" aria-label={t('pageLoads')} className="waiting-bar" />, document.body)
}
