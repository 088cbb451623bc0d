/** deploy/kubernetes.yaml by Kubernetes' own schemas: a field that is misspelt is ignored by nobody but refused on the day of an upgrade. */
import { readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: Record<string, unknown>
}
interface Model {
  new (manifest: object): { validate(): void }
  readonly prototype: { validate(): void }
}
const MODELS: Record<string, Model | undefined> = {
  'apps/v1 Deployment': Deployment as unknown as Model,
  'batch/v1 Job': Job as unknown as Model,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget as unknown as Model,
  'v1 Service': Service as unknown as Model,
}

// Kubernetes reads YAML 1.1, where 0440 is a number to the base of eight
const manifests = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8'), { version: '1.1' }).map(
  (document) => document.toJS() as Manifest,
)

/** The same object, which notes the path of each field that is read. */
function noting<T extends object>(value: T, noted: Set<string>, path = ''): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      const field: unknown = Reflect.get(target, key, receiver)
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return field
      noted.add(`${path}/${key}`)
      return typeof field === 'object' && field !== null ? noting(field, noted, `${path}/${key}`) : field
    },
  })
}

const pathsOf = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, field]) => [`${path}/${key}`, ...pathsOf(field, `${path}/${key}`)])

/** The schemas let unknown fields pass, but read every one that they know. */
function validate(manifest: Manifest): void {
  const Model = MODELS[`${manifest.apiVersion} ${manifest.kind}`]
  if (!Model) throw new Error(`there is no ${manifest.kind} of ${manifest.apiVersion} among the models`)
  new Model(manifest).validate()
  const read = new Set<string>()
  Model.prototype.validate.call(noting(manifest, read))
  const unknown = pathsOf(manifest).filter((path) => !read.has(path))
  if (unknown.length > 0) throw new Error(`${manifest.kind} has no ${unknown.join(', ')}`)
}

test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
  'the %s is one of Kubernetes',
  (_kind, manifest) => validate(manifest),
)

test('a field that it does not have, or of another type, is noticed', () => {
  const [job] = manifests
  if (!job) throw new Error('there is no manifest')
  expect(() => validate({ ...job, spec: { ...job.spec, backoffLimit: 'three' } })).toThrow(/backoffLimit/)
  expect(() => validate({ ...job, spec: { ...job.spec, backOffLimit: 3 } })).toThrow(
    /Job has no .spec.backOffLimit/,
  )
  expect(() => validate({ ...job, kind: 'Jobs' })).toThrow(/there is no Jobs/)
})

test('secrets are readable by their group alone', () => {
  const modes = JSON.stringify(manifests).match(/"defaultMode":(\d+)/g)
  expect(modes).toEqual(['"defaultMode":288', '"defaultMode":288'])
})

/** The Pod Security Standard "restricted", and a root that nobody writes to: a namespace that enforces it refuses a pod that says less. */
test.each(['Job', 'Deployment'])('the pods of the %s are restricted', (kind) => {
  const workload = manifests.find((manifest) => manifest.kind === kind)?.spec as
    | { template: { spec: { containers: { volumeMounts: { mountPath: string }[] }[] } } }
    | undefined
  const pod = workload?.template.spec
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  })
  for (const container of pod?.containers ?? []) {
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    })
    // what the program writes to
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/secrets', '/data', '/tmp'])
  }
})

/** What a Service, a budget or a Deployment selects has to be what is written beside the pods. */
test('selectors select the pods of the servers', () => {
  const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind)?.spec
  const deployment = of('Deployment') as {
    selector: { matchLabels: object }
    template: { metadata: { labels: object } }
  }
  const { labels } = deployment.template.metadata
  expect(deployment.selector.matchLabels).toEqual(labels)
  expect(of('Service')?.selector).toEqual(labels)
  expect(of('PodDisruptionBudget')?.selector).toEqual({ matchLabels: labels })
})
