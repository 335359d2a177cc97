import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { catalogs } from './catalog'
import { languages } from './languages'

/** The slots of a text: names of arguments, and of tags with a `<` in front. */
function slotsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}`, ...slotsOf(element.children)]
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => slotsOf(value))]
    }
    return [element.value]
  })
}

function textsOf(branch: unknown, path = ''): [string, string][] {
  if (typeof branch === 'string') return [[path, branch]]
  return Object.entries(branch ?? {}).flatMap(([key, value]) => textsOf(value, path === '' ? key : `${path}.${key}`))
}

const slotsIn = (text: string) => new Set(slotsOf(parse(text)))

const english = new Map(textsOf(catalogs.en))

describe.each(languages.map((language) => [language]))('the catalog of %s', (language) => {
  const texts = textsOf(catalogs[language])

  it('has the keys of the English one', () => {
    expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
  })

  it('takes the arguments and tags of the English one', () => {
    const different = texts.flatMap(([path, text]) => {
      const [own, theirs] = [slotsIn(text), slotsIn(english.get(path) ?? '')]
      return [...own].sort().join() === [...theirs].sort().join() ? [] : [path]
    })
    expect(different).toEqual([])
  })

  it('leaves no text empty, and none with spaces at its ends', () => {
    expect(texts.filter(([, text]) => text === '' || text.trim() !== text)).toEqual([])
  })
})
