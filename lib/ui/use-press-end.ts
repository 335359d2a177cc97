import { useCallback, useEffect, useRef } from 'react'

/**
 * A wait until no mouse button or finger is down. What arrives by itself and moves the page is shown after it: a press
 * whose control moves away before its end would press nothing.
 */
export function usePressEnd(): () => Promise<void> {
  const press = useRef<Promise<void> | null>(null)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    let end = () => {}
    const onStart = () => {
      press.current ??= new Promise((resolve) => {
        end = resolve
      })
    }
    const onEnd = () => {
      press.current = null
      // The click follows in the same task.
      setTimeout(end)
    }
    addEventListener('pointerdown', onStart, { capture: true, signal })
    addEventListener('pointerup', onEnd, { capture: true, signal })
    addEventListener('pointercancel', onEnd, { capture: true, signal })
    return () => {
      listeners.abort()
      onEnd()
    }
  }, [])
  return useCallback(async () => {
    await press.current
  }, [])
}
