import { useRef } from 'react'

/**
 * For a fieldset of radio buttons: adopts the reader's choice from before this page's scripts were loaded, so that the
 * shown option is the one that is paid or signed.
 */
export function useTakeUp(chosen: number, onChoose: (index: number) => void) {
  const isTaken = useRef(false)
  return (fieldset: HTMLFieldSetElement | null) => {
    if (!fieldset || isTaken.current) return
    isTaken.current = true
    const shown = [...fieldset.querySelectorAll('input')].findIndex(({ checked }) => checked)
    if (shown >= 0 && shown !== chosen) onChoose(shown)
  }
}
