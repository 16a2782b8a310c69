/* oxlint-disable import/default -- vite gives the text of a file */
import conversation from "./usage-conversation.tsx?raw";
import decisions from "./usage-decisions.tsx?raw";
import panels from "./usage-panels.tsx?raw";

/** The example of a component's page: its block of a compiled file, with the imports that the block needs. */
export function usageOf(page: string): string | undefined {
  for (const file of [conversation, decisions, panels]) {
    const block = new RegExp(`^// ${page}\\n([\\s\\S]*?)(?=^// [A-Z]|(?![\\s\\S]))`, "m").exec(file)?.[1]?.trim();
    if (block === undefined) continue;
    const imports = [...file.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)].flatMap(
      ([, names = "", from = ""]) => {
        const used = names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && new RegExp(`\\b${name.replace("type ", "")}\\b`).test(block));
        return used.length > 0 ? [`import { ${used.join(", ")} } from "${from}";`] : [];
      },
    );
    return `${imports.join("\n")}\nimport "@service/react/styles.css"; // once in your app\n\n${block}`;
  }
  return undefined;
}
