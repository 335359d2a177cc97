'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'

export function PrintButton() {
  const t = useTranslations('ui')
  return <Button onClick={() => window.print()}>{t('print')}</Button>
}
