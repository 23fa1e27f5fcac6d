/** What is loaded with the first call of an agent. */
export { AgentTools } from "../tools/agentTools";
export { AgentActivity } from "./agentActivity";
export { EditorEnvironment } from "./environment";
export { languageModelTool } from "./languageModelTool";
