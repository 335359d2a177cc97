import { type RefObject, useEffect } from 'react'

/**
 * Repeats as events what was typed or chosen in a form before its scripts were loaded, or restored there by the
 * browser. Fields that keep their own text stay unchanged; listeners hear of it.
 */
export function useEarlyInput(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!isChanged(field)) continue
      field.dispatchEvent(new Event('input', { bubbles: true }))
      if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, [form])
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    // Where no option is marked, browsers choose the first.
    const first = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return first?.selected === false
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || field.type === 'file') return false
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked
}
