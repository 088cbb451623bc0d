// The image of deploy/ by the rules of hadolint that it could break; each rule is broken once, so that none is asleep.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenRules } from './support/dockerfile-rules.ts'

const file = readFileSync('deploy/Dockerfile', 'utf8')

test('deploy/Dockerfile breaks none', () => {
  expect(brokenRules(file)).toEqual([])
})

test.each([
  ['DL3000', ['WORKDIR /app', 'WORKDIR app']],
  ['DL3002', ['USER node', 'USER root']],
  ['DL3002', ['USER node', '']],
  ['DL3003', ['RUN npm run build', 'RUN cd web && npm run build']],
  ['DL3004', ['RUN npm run build', 'RUN sudo npm run build']],
  ['DL3005', ['RUN npm run build', 'RUN apt-get upgrade']],
  ['DL3006', ['node:24-bookworm-slim AS build', 'node AS build']],
  ['DL3007', ['node:24-bookworm-slim AS build', 'node:latest AS build']],
  ['DL3008', ['RUN npm run build', 'RUN apt-get install -y --no-install-recommends curl']],
  ['DL3009', ['RUN npm run build', 'RUN apt-get update']],
  ['DL3012', ['USER node', 'USER node\nHEALTHCHECK CMD ["true"]']],
  ['DL3014', ['RUN npm run build', 'RUN apt-get install --no-install-recommends curl=1.0']],
  ['DL3015', ['RUN npm run build', 'RUN apt-get install -y curl=1.0']],
  ['DL3016', ['RUN npm run build', 'RUN npm install tsx']],
  ['DL3020', ['COPY content content', 'ADD content content']],
  ['DL3022', ['--from=packages', '--from=parcels']],
  ['DL3024', ['AS packages', 'AS build']],
  ['DL3025', [/^CMD \[.*$/m, 'CMD node main.js']],
  ['DL3027', ['RUN npm run build', 'RUN apt install curl']],
  ['DL3045', ['WORKDIR /app', '']],
  ['DL3057', [/HEALTHCHECK(?:.|\n)*?\n(?=CMD \["node", "--)/, '']],
  ['DL3061', ['FROM', 'RUN true\nFROM']],
  ['DL4000', ['USER node', 'USER node\nMAINTAINER me']],
  ['DL4003', ['USER node', 'USER node\nCMD ["true"]']],
  ['DL4005', ['RUN npm run build', 'RUN ln -sf bash /bin/sh']],
  ['DL4006', ['RUN npm run build', 'RUN npm run build | tail']],
] as const)('%s is noticed where it is broken (%#)', (rule, [from, to]) => {
  const worse = file.replace(from, to)
  expect(worse).not.toBe(file)
  expect(brokenRules(worse).join()).toContain(rule)
})

test('packages of the system with all that the rules ask for are let through', () => {
  const install =
    'RUN apt-get update \\\n  && apt-get install -y --no-install-recommends curl=7.88.1 tini=0.19.0 \\\n  && rm -rf /var/lib/apt/lists/*'
  expect(brokenRules(file.replace('RUN npm run build', install))).toEqual([])
})
