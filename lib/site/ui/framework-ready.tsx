'use client'

import { useEffect } from 'react'

/**
 * Tells the small script that fetched the framework (development/build/load-framework.js) that the page now reacts by itself: once
 * what the page takes up at its start, such as the option that a reader had chosen, is what its controls work with.
 */
export function FrameworkReady() {
  useEffect(() => {
    // What the other effects of this start have set is rendered before the next task.
    const timer = setTimeout(() => window.dispatchEvent(new Event('turnpike:ready')))
    return () => clearTimeout(timer)
  }, [])
  return null
}
