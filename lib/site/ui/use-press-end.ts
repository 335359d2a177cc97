import { useCallback, useEffect, useRef } from 'react'

/** By then a press is over, also where the browser reports no end, as with a select's own list over the page. */
const LONGEST_MS = 5_000

/**
 * A wait until the main mouse button or the finger is up. Content that arrives unasked and moves the page is shown
 * after it: a press whose control moves away before its end would press nothing.
 */
export function usePressEnd(): () => Promise<void> {
  const press = useRef<Promise<void> | null>(null)
  useEffect(() => {
    const listeners = new AbortController()
    const options = { capture: true, passive: true, signal: listeners.signal }
    let limit: ReturnType<typeof setTimeout> | undefined
    let resolvePress = () => {}
    const end = () => {
      if (!press.current) return
      clearTimeout(limit)
      press.current = null
      // The click follows in the same task.
      setTimeout(resolvePress)
    }
    const onDown = ({ button }: PointerEvent) => {
      // Other buttons open the browser's menus, which report no end.
      if (button !== 0) return
      end()
      press.current = new Promise((resolve) => {
        resolvePress = resolve
      })
      limit = setTimeout(end, LONGEST_MS)
    }
    const onMove = ({ buttons }: PointerEvent) => {
      if (buttons === 0) end()
    }
    addEventListener('pointerdown', onDown, options)
    addEventListener('pointermove', onMove, options)
    for (const type of ['pointerup', 'pointercancel', 'contextmenu']) addEventListener(type, end, options)
    return () => {
      listeners.abort()
      end()
    }
  }, [])
  return useCallback(async () => {
    await press.current
  }, [])
}
