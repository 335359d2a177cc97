'use client'

import { useLocale } from 'next-intl'
import { type ComponentType, useEffect, useState } from 'react'
import type { Messages } from '@/lib/messages/catalog'
import { AddedMessages } from './added-messages'

type Opened = {
  Dialog: ComponentType<{ hasArticles: boolean; onClosed: () => void }>
  messages: Pick<Messages, 'palette'>
}

/**
 * Ctrl-K or Cmd-K opens a list of the site's places. What it needs loads when it is asked for; on pages to read, the
 * small script that fetches the framework (build/load-framework.js) hears the keys first and leaves a mark.
 */
export function Palette({ hasArticles }: { hasArticles: boolean }) {
  const locale = useLocale()
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const open = () => void load(locale).then(setOpened)
    const onKey = (event: KeyboardEvent) => {
      if (!/^k$/i.test(event.key) || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return
      event.preventDefault()
      open()
    }
    const { dataset } = document.documentElement
    if (dataset.palette !== undefined) {
      delete dataset.palette
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [locale])
  return (
    opened && (
      <AddedMessages messages={opened.messages}>
        <opened.Dialog hasArticles={hasArticles} onClosed={() => setOpened(null)} />
      </AddedMessages>
    )
  )
}

async function load(locale: string): Promise<Opened> {
  const [{ PaletteDialog }, { loadPaletteTexts }] = await Promise.all([
    import('./palette-dialog'),
    import('./palette-texts'),
  ])
  return { Dialog: PaletteDialog, messages: { palette: await loadPaletteTexts(locale) } }
}
