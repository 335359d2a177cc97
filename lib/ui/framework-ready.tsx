'use client'

import { useEffect } from 'react'

/** Tells the small script that fetched the framework (build/load-framework.js) that the page now reacts by itself. */
export function FrameworkReady() {
  useEffect(() => {
    window.dispatchEvent(new Event('turnpike:ready'))
  }, [])
  return null
}
