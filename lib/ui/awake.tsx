'use client'

import { useEffect } from 'react'

/** Tells the small script that fetched the framework (build/wake.js) that the page now reacts by itself. */
export function Awake() {
  useEffect(() => {
    window.dispatchEvent(new Event('turnpike:awake'))
  }, [])
  return null
}
