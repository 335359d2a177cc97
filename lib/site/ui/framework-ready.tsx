'use client'

import { useEffect } from 'react'

/**
 * Tells the small script that loaded the framework (development/build/load-framework.js) that the page now handles
 * input: once the page's state at its start, such as an option that a reader had chosen, is in its controls.
 */
export function FrameworkReady() {
  useEffect(() => {
    // The state that the other effects of this start have set is rendered before the next task.
    const timer = setTimeout(() => window.dispatchEvent(new Event('turnpike:ready')))
    return () => clearTimeout(timer)
  }, [])
  return null
}
