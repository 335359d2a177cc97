'use client'

import { type ComponentType, useEffect, useState } from 'react'

type Dialog = ComponentType<{ hasArticles: boolean; onClosed: () => void }>

/**
 * Ctrl-K or Cmd-K opens a list of the site's places. What it needs loads when it is asked for; on pages to read, the
 * small script that fetches the framework (build/load-framework.js) hears the keys first and leaves a mark.
 */
export function Palette({ hasArticles }: { hasArticles: boolean }) {
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  useEffect(() => {
    const open = () => void import('./palette-dialog').then(({ PaletteDialog }) => setDialog(() => PaletteDialog))
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
  }, [])
  return Dialog && <Dialog hasArticles={hasArticles} onClosed={() => setDialog(null)} />
}
