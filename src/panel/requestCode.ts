import * as l10n from "@vscode/l10n";
import { feedUrl } from "../service/urls";
import type { FeedRequest, ServiceAddress, TypesFormat } from "../service/types";

/** The key is set only if it is no secret; otherwise the code uses the environment variable API_KEY. */
type RequestCodeTarget = ServiceAddress & { readonly key?: string };

/** Languages that a feed request can be copied in. */
export const requestLanguages = {
  curl: {
    label: "cURL",
    description: () => l10n.t("For bash, zsh and other POSIX shells"),
    icon: "terminal-bash",
    code: curlCommand,
  },
  powershell: {
    label: "PowerShell",
    description: () => "Invoke-RestMethod",
    icon: "terminal-powershell",
    code: powershellCommand,
  },
  typescript: {
    label: "TypeScript",
    description: () => "fetch",
    icon: "symbol-namespace",
    code: typescriptCode,
  },
  python: { label: "Python", description: () => "httpx", icon: "snake", code: pythonCode },
} as const;

export type RequestLanguage = keyof typeof requestLanguages;

/** Code that sends a feed request and prints the response. */
export function requestCode(
  language: RequestLanguage,
  target: RequestCodeTarget,
  request: FeedRequest,
  typesFormat: TypesFormat,
): string {
  return requestLanguages[language].code(feedUrl(target, request, typesFormat), target, request.source);
}

/** For POSIX shells. */
function curlCommand(url: URL, { organizationId, key }: RequestCodeTarget): string {
  const headers = [
    key === undefined
      ? '-H "Authorization: Bearer $API_KEY"'
      : `-H ${shellQuoted(`Authorization: Bearer ${key}`)}`,
  ];
  if (organizationId !== undefined) {
    headers.push(`-H ${shellQuoted(`X-Organization-ID: ${organizationId}`)}`);
  }
  return ["curl -sS", ...headers, shellQuoted(url.href)].join(" ");
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** For Windows PowerShell and PowerShell 7, which treat typographic quotation marks as quotation marks. */
function powershellCommand(url: URL, { organizationId, key }: RequestCodeTarget): string {
  const quoted = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
  const authorization = key === undefined ? '"Bearer $env:API_KEY"' : quoted(`Bearer ${key}`);
  const headers = [
    `Authorization = ${authorization}`,
    ...(organizationId === undefined ? [] : [`'X-Organization-ID' = ${quoted(organizationId)}`]),
  ];
  return `Invoke-RestMethod ${quoted(url.href)} -Headers @{ ${headers.join("; ")} } | ConvertTo-Json -Depth 20`;
}

/** For Node and other runtimes with `fetch` and `process.env`, as a module or script. */
function typescriptCode(
  url: URL,
  { organizationId, key }: RequestCodeTarget,
  source: FeedRequest["source"],
): string {
  const authorization =
    key === undefined ? "`Bearer ${process.env.API_KEY}`" : JSON.stringify(`Bearer ${key}`);
  /* eslint-disable text/localized -- code */
  const page = source
    ? "type FeedPage = Record<string, unknown>;"
    : `interface FeedPage {
  events: Record<string, unknown>[];
  has_more: boolean;
  next_cursor: string | null;
}`;
  return `const url =
${urlLines(url).join(" +\n")};

${page}

async function readFeed(): Promise<FeedPage> {
  const response = await fetch(url, {
    headers: {
      Authorization: ${authorization},${organizationHeader(organizationId, "      ")}
    },
  });
  if (!response.ok) {
    throw new Error(\`\${response.status} \${await response.text()}\`);
  }
  return (await response.json()) as FeedPage;
}

// While has_more is true, add "&cursor=" and the encoded next_cursor to read the next page.
void readFeed().then((page) => console.log(JSON.stringify(page, null, 2)));
`;
  /* eslint-enable text/localized */
}

function pythonCode(url: URL, { organizationId, key }: RequestCodeTarget): string {
  const authorization =
    key === undefined ? `f"Bearer {os.environ['API_KEY']}"` : JSON.stringify(`Bearer ${key}`);
  const imports = key === undefined ? ["json", "os"] : ["json"];
  // eslint-disable-next-line text/localized -- code
  return `${imports.map((name) => `import ${name}`).join("\n")}

import httpx

url = (
${urlLines(url).join("\n").replace(/^ {2}/gm, "    ")}
)
response = httpx.get(
    url,
    headers={
        "Authorization": ${authorization},${organizationHeader(organizationId, "        ")}
    },
    timeout=30,
)
if response.is_error:
    raise SystemExit(f"{response.status_code} {response.text}")
page = response.json()

# While has_more is true, add "&cursor=" and the encoded next_cursor to read the next page.
print(json.dumps(page, indent=2))
`;
}

/** The URL as string literals of both languages, with one parameter a line so that it is easy to change. */
function urlLines({ origin, pathname, search }: URL): string[] {
  // Split before each ? and &, which are encoded in values.
  const parameters = search.split(/(?=[?&])/).filter(Boolean);
  return [origin + pathname, ...parameters].map((part) => `  ${JSON.stringify(part)}`);
}

/** JSON strings of printable ASCII are also string literals in TypeScript and Python. */
function organizationHeader(organizationId: string | undefined, indent: string): string {
  return organizationId === undefined
    ? ""
    : `\n${indent}"X-Organization-ID": ${JSON.stringify(organizationId)},`;
}
