import { XMLValidator } from 'fast-xml-parser'
import { endWithFaults, textAt } from '../reading.mjs'

const valid = XMLValidator.validate(await textAt('/sitemap.xml'))
endWithFaults(valid === true ? [] : [valid.err.msg])
