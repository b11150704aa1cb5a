// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

contract Token is ERC20 {
    constructor(uint256 units) ERC20("Launch", "LCH") {
        _mint(msg.sender, units);
    }
}

/// A distributor as a company would write one with OpenZeppelin's MerkleProof.
contract OpenZeppelinDistributor {
    IERC20 private immutable token;
    bytes32 private immutable root;
    mapping(address => bool) private isClaimed;

    constructor(IERC20 token_, bytes32 root_) {
        token = token_;
        root = root_;
    }

    function claim(address account, uint256 amount, bytes32[] calldata proof) external {
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(account, amount))));
        require(MerkleProof.verifyCalldata(proof, root, leaf), "wrong proof");
        require(!isClaimed[account], "claimed before");
        isClaimed[account] = true;
        require(token.transfer(account, amount), "no transfer");
    }
}

/// The rule for leaves of Sablier's airdrops. Sablier's own contracts are not on npm.
contract SablierLeafDistributor {
    IERC20 private immutable token;
    bytes32 private immutable root;
    mapping(uint256 => bool) private isClaimed;

    constructor(IERC20 token_, bytes32 root_) {
        token = token_;
        root = root_;
    }

    function claim(uint256 index, address account, uint128 amount, bytes32[] calldata proof) external {
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(index, account, amount))));
        require(MerkleProof.verifyCalldata(proof, root, leaf), "wrong proof");
        require(!isClaimed[index], "claimed before");
        isClaimed[index] = true;
        require(token.transfer(account, amount), "no transfer");
    }
}
