/** `npm run sbom`: writes the packages of the program to sbom.cdx.json as CycloneDX 1.5, from the lock file alone. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';

const { name, version, packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));

/** Name of a package by its folder: `node_modules/a/node_modules/@b/c` is `@b/c`. An alias has its own name in the entry. */
const nameOf = (folder, entry) => entry.name ?? folder.replace(/^.*node_modules\//, '');

/** `pkg:npm/%40scope/name@1.2.3`, as the package URL specification writes it. */
const purlOf = (packageName, packageVersion) => `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`;

/** The lock file has `sha512-BASE64`, CycloneDX wants hexadecimal. */
function hashOf(integrity) {
  const [, bits, base64] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
  return { alg: `SHA-${bits}`, content: Buffer.from(base64 ?? '', 'base64').toString('hex') };
}

function componentOf([folder, entry]) {
  const packageName = nameOf(folder, entry);
  const purl = purlOf(packageName, entry.version);
  return {
    type: 'library',
    'bom-ref': purl,
    name: packageName,
    version: entry.version,
    // Optional packages are installed on some platforms only.
    scope: entry.optional || entry.devOptional ? 'optional' : 'required',
    hashes: [hashOf(entry.integrity)],
    ...(entry.license && { licenses: [{ expression: entry.license }] }),
    purl,
  };
}

const used = Object.entries(packages).filter(([folder, entry]) => folder !== '' && !entry.dev);
const components = new Map(used.map((entry) => [purlOf(nameOf(...entry), entry[1].version), componentOf(entry)]));
const root = purlOf(name, version);
const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    component: { type: 'application', 'bom-ref': root, name, version, purl: root },
  },
  components: [...components.values()],
};
fs.writeFileSync('sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`);
process.stdout.write(`sbom.cdx.json lists ${components.size} packages.\n`);
